export const EXAMPLE_SECRET_ID = `sec_${'a'.repeat(26)}`;
/** A signing secret of the documents, as it is answered once. */
export const EXAMPLE_SECRET = {
  secretId: EXAMPLE_SECRET_ID,
  secret: 'A'.repeat(43),
  createdAt: '2026-11-21T09:00:00.000Z',
};
