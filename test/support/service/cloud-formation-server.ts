import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A stack as the server describes it. */
export interface DescribedStack {
  readonly status?: string;
  readonly outputs?: Readonly<Record<string, string>>;
}

const escapeXml = (text: string) =>
  text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

function describe(name: string, { status = 'UPDATE_COMPLETE', outputs = {} }: DescribedStack) {
  const members = Object.entries(outputs).map(
    ([key, value]) =>
      `<member><OutputKey>${key}</OutputKey><OutputValue>${escapeXml(value)}</OutputValue></member>`,
  );
  const id = `arn:aws:cloudformation:eu-west-1:111122223333:stack/${name}/1`;
  return `<DescribeStacksResponse><DescribeStacksResult><Stacks><member><StackName>${name}</StackName><StackId>${id}</StackId><StackStatus>${status}</StackStatus><Outputs>${members.join('')}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;
}

function fault(code: string, message: string): string {
  return `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`;
}

/**
 * DescribeStacks of CloudFormation's query API, in the form of its reference, for these stacks; any
 * other is unknown, and `denied` refuses everybody.
 */
export async function startCloudFormationServer(stacks: Map<string, DescribedStack>) {
  const state = { denied: '' };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const name = new URLSearchParams(Buffer.concat(chunks).toString()).get('StackName') ?? '';
      const stack = stacks.get(name);
      const isRight = stack && !state.denied;
      response.writeHead(isRight ? 200 : 400, { 'Content-Type': 'text/xml' });
      if (state.denied) response.end(fault(state.denied, 'not for you'));
      else if (stack) response.end(describe(name, stack));
      else response.end(fault('ValidationError', `Stack with id ${name} does not exist`));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    deny: (code: string) => {
      state.denied = code;
    },
    stop: () => new Promise((done) => server.close(done)),
  };
}
