import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, it } from 'vitest';
import { createDynamoAccountDirectory } from '../../../adapters/dynamodb/accounts/account-directory.ts';

const account = (name: string) => ({ entity: `acc_${name}`, plan: 'free' });

/** A table whose scan answers these pages, each with the key that it ended at. */
function openPages(...pages: readonly { found: readonly string[]; end?: string }[]) {
  const mock = mockClient(DynamoDBDocumentClient);
  const from: (string | undefined)[] = [];
  mock.on(ScanCommand).callsFake(async (input) => {
    const { found = [], end } = pages[from.length] ?? {};
    from.push(input.ExclusiveStartKey?.entity);
    return {
      Items: found.map(account),
      ...(end ? { LastEvaluatedKey: { entity: end } } : {}),
    };
  });
  const client = mock as unknown as DynamoDBDocumentClient;
  return { directory: createDynamoAccountDirectory(client, 't'), from };
}
const idsOf = (accounts: readonly { accountId: string }[]) =>
  accounts.map(({ accountId }) => accountId);

it('continues after a page of the table without an account, and stops when it has enough', async () => {
  const { directory, from } = openPages(
    { found: [], end: 'prj_a' },
    { found: ['a'], end: 'signing#x' },
    { found: ['b', 'c'], end: 'prj_b' },
  );
  const { accounts, next } = await directory.listAccounts(3, 'acc_before');
  expect(idsOf(accounts)).toEqual(['acc_a', 'acc_b', 'acc_c']);
  expect(from).toEqual(['acc_before', 'prj_a', 'signing#x']);
  expect(next).toBe('prj_b');
});

it('the rest of a page beyond the limit comes with the next, which continues behind the last answered one', async () => {
  const { directory } = openPages({ found: ['a', 'b', 'c'], end: 'prj_z' });
  const { accounts, next } = await directory.listAccounts(2, null);
  expect(idsOf(accounts)).toEqual(['acc_a', 'acc_b']);
  expect(next).toBe('acc_b');
});

it('reports the end of the table', async () => {
  const { directory, from } = openPages({ found: ['a'] });
  expect((await directory.listAccounts(2, null)).next).toBeNull();
  expect(from).toEqual([undefined]);
});
