import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  AUDITED_FIELDS,
  answeredSubject,
  auditSubjectOf,
  otherFields,
} from '../../../../core/audit/audit-event.ts';

const id = (prefix: string, letter = 'a') => `${prefix}_${letter.repeat(26)}`;

describe('the object of an audit event', () => {
  it('is the record that the call named, and the one that it made', () => {
    const sent = { projectId: id('prj'), name: 'x', scopes: [] };
    const answer = { key: { keyId: id('key'), name: 'x' }, apiKey: 'private_x' };
    expect(answeredSubject(sent, answer)).toEqual({ projectId: id('prj'), keyId: id('key') });
  });

  it('distinguishes the old key from the new one', () => {
    const sent = { keyId: id('key') };
    const answer = { key: { keyId: id('key', 'b') }, previousKey: { keyId: id('key') } };
    const subject = { keyId: id('key'), newKeyId: id('key', 'b') };
    expect(answeredSubject(sent, answer)).toEqual(subject);
    expect(answeredSubject(sent, { key: { keyId: id('key') } })).toEqual({ keyId: id('key') });
  });

  it('is the role that was given, not the caller’s own that is answered', () => {
    const member = { projectId: id('prj'), accountId: id('acc'), role: 'editor' };
    expect(answeredSubject(member, { role: 'owner' })).toEqual(member);
    expect(answeredSubject({}, { projectId: id('prj'), role: 'owner' })).toEqual({
      projectId: id('prj'),
    });
  });

  it('is nothing but ids and roles, whatever stands in their place', () => {
    const anything = fc.oneof(
      fc.string(),
      fc.constantFrom(`private_${'a'.repeat(36)}`, `upl_${'a'.repeat(36)}`, ` ${id('key')}`),
      fc.constantFrom(
        `${id('key')}\n`,
        id('key').toUpperCase(),
        id('sec'),
        id('ivt'),
        `inv_${'a'.repeat(36)}`,
      ),
      fc.anything(),
    );
    const fields = fc.dictionary(fc.constantFrom(...AUDITED_FIELDS, 'apiKey', 'name'), anything);
    fc.assert(
      fc.property(fields, fields, (sent, answer) => {
        for (const subject of [auditSubjectOf(sent), answeredSubject(sent, answer)]) {
          for (const [name, value] of Object.entries(subject)) {
            expect(AUDITED_FIELDS).toContain(name);
            expect(value).toMatch(
              /^((prj|acc|ivt|key|sec)_[a-z2-7]{26}|viewer|editor|admin|owner)$/,
            );
          }
        }
      }),
    );
  });

  it('names the other fields that were sent, without their values', () => {
    const sent = { projectId: id('prj'), role: 'admin', name: 'n', expiresAt: 'x' };
    expect(otherFields(sent)).toEqual(['name', 'expiresAt']);
  });
});
