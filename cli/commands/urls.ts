import type { Command } from 'commander';
import type { ExplainTransformationResult } from '../../client/src/generated/calls.ts';
import { signImageUrl } from '../../client/src/sign-image-url.ts';
import { CommandError } from '../command-error.ts';
import { facts } from '../output/table.ts';
import { requireSigningSecret } from '../service/signing-secret.ts';
import type { Session } from '../session.ts';
import type { AddCommands } from './add-commands.ts';
import { moment } from './option-values.ts';

interface SignOptions {
  readonly expires: Date;
  readonly secretFile?: string;
}

async function sign(session: Session, address: string, options: SignOptions): Promise<void> {
  const { expires, secretFile } = options;
  if (!URL.canParse(address)) throw new CommandError('usage', `${address} is not a URL.`);
  const secret = await requireSigningSecret(session.machine, secretFile);
  const url = await signImageUrl(address, { secret, expires }).catch((error: TypeError) => {
    throw new CommandError('usage', error.message);
  });
  session.print({ url, expires: expires.toISOString() }, () => url);
}

function describeExplanation(answer: ExplainTransformationResult): string {
  const { parameters, output, errors, ignored, didYouMean, withoutEffect, ...rest } = answer;
  const requested = Object.entries(parameters).map(([name, value]) => [
    `requested ${name}`,
    String(value),
  ]);
  const wrong = errors.map(({ parameter, detail }) => [`invalid ${parameter ?? 'URL'}`, detail]);
  const result = output && `${output.format} ${output.width}x${output.height}`;
  const unmet = withoutEffect.map(({ parameter, detail }) => `${parameter}: ${detail}`).join(' ');
  const meant = didYouMean.map((one) => `${one.nearest} for ${one.ignored}`).join(', ');
  const others = {
    ignored: ignored.join(' '),
    'did you mean': meant,
    'no effect': unmet,
    output: result,
  };
  return facts({ ...rest, ...others, ...Object.fromEntries([...requested, ...wrong]) });
}

function addSign(program: Command, session: Session): void {
  const when =
    'expiry of the URL: a duration like 15m, 12h or 7d, or a time like 2027-01-31T12:00:00Z';
  const file = 'file with the signing secret; IMAGEWELL_SIGNING_SECRET unless given';
  program
    .command('sign')
    .description('sign the URL of an image, for projects that require it')
    .argument('<url>', 'image URL with its query')
    .requiredOption('--expires <when>', when, moment)
    .option('--secret-file <file>', file)
    .action((address: string, options: SignOptions) => sign(session, address, options));
}

/** `sign` and `explain`. */
export const addUrlCommands: AddCommands = (program, session) => {
  addSign(program, session);
  program
    .command('explain')
    .description('explain the response to an image URL')
    .argument('<url>', 'image URL with its query')
    .action(async (imageUrl: string) => {
      const { calls, about } = await session.either();
      const answer = await calls.explainTransformation({ ...about, imageUrl });
      session.print(answer, () => describeExplanation(answer));
    });
};
