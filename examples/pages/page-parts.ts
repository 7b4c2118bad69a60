/** The parts of the example pages, which all have the same. */
function part<T extends Element>(id: string, kind: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no ${id}`);
  return found;
}

export const fileInput = part('file', HTMLInputElement);
export const descriptionInput = part('description', HTMLInputElement);
export const progressBar = part('progress', HTMLProgressElement);
export const cancelButton = part('cancel', HTMLButtonElement);
export const shownImage = part('image', HTMLImageElement);
const status = part('status', HTMLElement);

/** Shows the current step to the user. */
export function tell(text: string): void {
  status.textContent = text;
}

/** How much of the file is sent, 0 to 1. */
export function showProgress(fraction: number): void {
  progressBar.value = fraction;
  tell(`Uploading: ${Math.round(fraction * 100)} %`);
}
