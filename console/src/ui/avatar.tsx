const KINDS = ['a1', 'a2', 'a3', 'a4'];

function initialsOf(name: string): string {
  const [local = ''] = name.split('@');
  const parts = local.split(/[\s._+-]+/).filter(Boolean);
  const letters = parts.length > 1 ? parts.slice(0, 2).map(([one]) => one) : [local.slice(0, 2)];
  return letters.join('').toUpperCase();
}

/** The initials of a user; its colour is of the name. */
export function Avatar({ name }: { readonly name: string }) {
  const sum = [...name].reduce((all, letter) => all + letter.charCodeAt(0), 0);
  return (
    <span class={`avatar ${KINDS[sum % KINDS.length]}`} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}
