/** Grey lines in the measures of a panel that is loading. */
export function Skeleton({ lines = 3 }: { readonly lines?: number }) {
  return (
    <div class="panel bones" aria-hidden="true">
      {Array.from({ length: lines }, (_, at) => (
        <span key={at} class={at % 2 === 0 ? 'bone w1' : 'bone w2'} />
      ))}
    </div>
  );
}
