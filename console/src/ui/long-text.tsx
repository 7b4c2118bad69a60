/** An address or a query that may break after `@`, `/`, `.` and `&`, in place of within a word. */
export function LongText({ text }: { readonly text: string }) {
  return (
    <>
      {text.split(/(?<=[@/.&])/).map((part) => (
        <>
          {part}
          <wbr />
        </>
      ))}
    </>
  );
}
