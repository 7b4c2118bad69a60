/** A client that records each of its requests before and after it, until it is killed. */
import { appendFileSync, readFileSync } from 'node:fs';
import { createClient } from '../http/client.ts';
import { drawJpeg } from '../images/draw.ts';
import { createDirectUploads, sendForm } from './direct-upload.ts';

const [, , credentialsPath = '', journalPath = ''] = process.argv;
const credentials = JSON.parse(readFileSync(credentialsPath, 'utf8'));
const client = createClient(credentials);
const direct = createDirectUploads(credentials);
const image = await drawJpeg(64, 48);

function note(op: string, phase: string, id: string, key?: string): void {
  appendFileSync(journalPath, `${JSON.stringify({ op, phase, id, key })}\n`);
}

/** Only the expected status is an acknowledgement. */
const phaseOf = (status: number, expected = 200) => (status === expected ? 'done' : 'refused');

/**
 * Sends an image by a form. A form that the local S3 accepted must become a temporary image, and
 * can then be saved.
 */
async function uploadDirectly(): Promise<void> {
  const form = await direct.form(image.length);
  note('send', 'intent', form.temporaryImageUrl);
  const sent = phaseOf((await sendForm(form, image)).status, 204);
  note('send', sent, form.temporaryImageUrl);
  if (sent === 'refused') return;
  note('save', 'intent', '', form.temporaryImageUrl);
  for (;;) {
    const { status, json } = await direct.save(form.temporaryImageUrl);
    if (status !== 409) {
      note('save', phaseOf(status), json.imageId, form.temporaryImageUrl);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function work(round: number): Promise<void> {
  if (round % 3 === 0) await uploadDirectly();
  note('upload', 'intent', '');
  const { temporaryImageUrl } = (await client.upload(image)).json;
  note('upload', 'done', temporaryImageUrl);
  note('save', 'intent', '', temporaryImageUrl);
  const { imageId } = (await client.call('save-temporary-image', { temporaryImageUrl })).json;
  note('save', 'done', imageId, temporaryImageUrl);
  const key = `k${round}`;
  note('add', 'intent', imageId, key);
  const added = await client.call('update-image-metadata', {
    imageUrl: imageId,
    add: { [key]: 'v' },
  });
  note('add', phaseOf(added.status), imageId, key);
  await client.get(`/res/${imageId}.jpg?width=${20 + round}`);
  if (round % 2 === 0) return;
  note('delete', 'intent', imageId);
  const deleted = await client.call('delete-image', { imageId });
  note('delete', phaseOf(deleted.status), imageId);
}

const endless = async (start: number) => {
  for (let round = start; ; round += 2) await work(round);
};
await Promise.all([endless(0), endless(1)]).catch(() => process.exit(0));
