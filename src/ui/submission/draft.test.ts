import { expect, test, vi } from 'vitest';
import { Draft } from './draft.ts';

const EMPTY = { content: 'a.example', email: '', description: '' };

/** Two forms about the same, and what is stored. */
async function twoForms() {
  const rows = new Map<string, unknown>();
  const store = {
    read: async (kind: string, subject: string) => (rows.get(kind + subject) ?? null) as never,
    save: async (kind: string, subject: string, draft: unknown) => void rows.set(kind + subject, draft),
    discard: async (kind: string, subject: string) => void rows.delete(kind + subject),
  };
  const forms = [0, 1].map(() => new Draft(store, 'dispute', 'a.example', EMPTY));
  const [one, other] = forms as [(typeof forms)[0], (typeof forms)[0]];
  const ends = forms.map((form) => form.follow());
  one.change({ description: 'Mine' });
  await vi.waitFor(() => expect(other.fields.value.description).toBe('Mine'));
  return { rows, one, other, end: () => ends.forEach((end) => void end()) };
}

test('what one form has sent cannot be sent again by another form about the same', async () => {
  const { rows, one, other, end } = await twoForms();
  rows.clear();
  one.sent();
  await vi.waitFor(() => expect(other.fields.value).toEqual(EMPTY));
  expect(one.fields.value.description).toBe('Mine');
  other.change({ description: 'Another' });
  await one.restore();
  expect(one.fields.value.description).toBe('Mine');
  end();
});

test('what a person discards in one form is in no other', async () => {
  const { one, other, end } = await twoForms();
  await one.discard();
  await vi.waitFor(() => expect(other.fields.value).toEqual(EMPTY));
  end();
});
