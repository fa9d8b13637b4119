/** Values that have no business in a field of a visit, and what must become of each. */
import { expect } from 'bun:test';
import type { ApiAnswer } from './server.ts';

interface TextRule {
  readonly maxLength: number;
  readonly takesControlCharacters: boolean;
}

/** Text fields of every visit, and what each may hold. Source: decisions, section 2. */
export const TEXT_FIELDS = {
  path: { maxLength: 1024, takesControlCharacters: false },
  referrer: { maxLength: 2048, takesControlCharacters: true },
  user_agent: { maxLength: 1024, takesControlCharacters: true },
  visitor_id: { maxLength: 128, takesControlCharacters: true },
  source: { maxLength: 200, takesControlCharacters: false },
} satisfies Record<string, TextRule>;

/** Values that are no text at all. */
const NO_TEXTS: readonly unknown[] = [0, 7, -1.5, true, false, [], ['x'], {}, { toString: 1 }];

const CONTROL_CHARACTERS = ['a\u0000b.c', 'a.\nb', '\u001b[2J.x', 'a.\u007fb', 'a.b\u0085'] as const;
const LONE_SURROGATES = ['a.\ud800', '\udfff\ud800.b'] as const;

/** Texts that mean something to a database, a browser or an object, and nothing to us; each is a proper event's name. */
export const HARMLESS_TEXTS = [
  '__proto__.constructor',
  'hasOwnProperty.x',
  "x.' or 1=1; --",
  'x."; drop table events; --',
  'x.%_\\',
  '<script>.alert(1)</script>',
  '🎉.💩',
  'ü.ß',
  'x.\u202egpj',
  'x.{{7*7}}',
  'null.undefined',
] as const;

/** Values that a text field must refuse. */
function refusedTexts({ maxLength, takesControlCharacters }: TextRule): unknown[] {
  return [
    ...NO_TEXTS,
    ...LONE_SURROGATES,
    ...(takesControlCharacters ? [] : CONTROL_CHARACTERS),
    'x.'.padEnd(maxLength + 1, 'x'),
    `x.${'💩'.repeat(maxLength)}`,
    'x.'.padEnd(70_000, 'x'),
  ];
}

/** Sends a good body with one hostile field at a time: each answer must be 422 and name the field. */
export async function expectRefusals(
  send: (body: unknown) => Promise<ApiAnswer>,
  good: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, TextRule>>,
): Promise<void> {
  for (const [field, rule] of Object.entries(fields)) {
    for (const value of refusedTexts(rule)) {
      const { status, body } = await send({ ...good, [field]: value });
      expect([field, value, status, body.status]).toEqual([field, value, 422, 'error']);
      expect(body.errors.join()).toContain(field);
    }
  }
}
