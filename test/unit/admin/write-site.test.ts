import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { CloudFormationCustomResourceEvent as Event } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSiteWriter } from '../../../admin/site/write-site.ts';

const folder = mkdtempSync(join(tmpdir(), 'imagewell-write-site-'));
mkdirSync(join(folder, 'console'));
writeFileSync(join(folder, 'console/index.html'), '<p>console</p>');
afterAll(() => rmSync(folder, { recursive: true }));

const s3 = new S3Client({ region: 'us-east-1' });
const calls = mockClient(s3);
let answers: [string, Record<string, string>][];
const writeSite = createSiteWriter({
  s3,
  folders: { console: join(folder, 'console'), docs: join(folder, 'docs') },
  send: async (url, body) => {
    answers.push([url, JSON.parse(new TextDecoder().decode(body))]);
  },
});

const PROPERTIES = {
  Bucket: 'site',
  Version: '1.2.3',
  Outputs: { BaseUrl: 'https://api.example.com', CdnUrl: 'https://img.example.com' },
  Fingerprint: 'a',
};

function event(RequestType: Event['RequestType'], more: object = {}): Event {
  const ids = { StackId: 'stack', RequestId: 'request', LogicalResourceId: 'Written' };
  const properties = { ServiceToken: 'arn', ...PROPERTIES };
  const common = { ResponseURL: 'https://answer', ResourceType: 'Custom::ImagewellSite' };
  return {
    RequestType,
    ...ids,
    ...common,
    ResourceProperties: properties,
    ...more,
  } as unknown as Event;
}

beforeEach(() => {
  answers = [];
  calls.reset();
  calls.on(PutObjectCommand).resolves({});
  calls.on(ListObjectsV2Command).resolves({ Contents: [] });
});

beforeAll(() => vi.spyOn(console, 'log').mockReturnValue());
afterAll(() => vi.restoreAllMocks());

describe('the function that writes the site when a stack is deployed', () => {
  it('writes the files beside it, with the addresses of the stack, and answers', async () => {
    await writeSite(event('Create'));
    const written = new Map(
      calls.commandCalls(PutObjectCommand).map(({ args: [{ input }] }) => [input.Key, input]),
    );
    expect(written.get('console/index.html')?.Bucket).toBe('site');
    const settings = new TextDecoder().decode(
      written.get('console/settings.json')?.Body as Uint8Array,
    );
    expect(JSON.parse(settings)).toMatchObject({
      apiUrl: 'https://api.example.com',
      cdnUrl: 'https://img.example.com',
      hasEvents: false,
    });
    expect(answers).toEqual([
      [
        'https://answer',
        {
          Status: 'SUCCESS',
          Reason: expect.stringMatching(/^\d+ files written, 0 removed$/),
          PhysicalResourceId: 'site-of-stack',
          StackId: 'stack',
          RequestId: 'request',
          LogicalResourceId: 'Written',
        },
      ],
    ]);
  });

  it('answers a failure with its reason, so that the deploy does not wait', async () => {
    calls.on(PutObjectCommand).rejects(new Error('Access Denied'));
    await writeSite(event('Update', { PhysicalResourceId: 'as before' }));
    const [[, answer] = []] = answers;
    expect(answer).toMatchObject({
      Status: 'FAILED',
      Reason: 'The site was not written: Error: Access Denied',
      PhysicalResourceId: 'as before',
    });
  });

  it('leaves the bucket alone when the stack is deleted, and answers', async () => {
    await writeSite(event('Delete', { PhysicalResourceId: 'as before' }));
    expect(calls.calls()).toEqual([]);
    expect(answers.map(([, { Status }]) => Status)).toEqual(['SUCCESS']);
  });
});
