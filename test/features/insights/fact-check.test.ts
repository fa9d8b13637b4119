/** Fact check: texts that state more than the facts are rejected. */
import { expect, test } from 'bun:test';
import { createFactCheck } from '../../../src/features/insights/model/fact-check.ts';

const findFault = createFactCheck({
  directions: { rising: true, falling: false },
  names: ['/', '/pricing', '/2024/99-things', 'news.example', 'Newsletter 12', 'Alder & Ash'],
  sentences: [
    'Alder & Ash had 1,234 hits from 560 visitors, 42% more hits than in the 7 days before (870).',
    'Monday, 2 March had 400 hits. Most came from Germany (31%), between 09:00 and 12:00.',
    '/pricing was read most. /2024/99-things gained the most.',
  ],
});

test.each([
  ['The site had 1,234 hits, 42% more than in the 7 days before.'],
  ['Hits rose by 42% to 1234, and /pricing was read most.'],
  ['“Newsletter 12” may have played a part on Monday, 2 March.'],
  ['That is 42 percent more than in the 7 days before.'],
  ['That is 42 % more than in the 7 days before.'],
  ['Readers from Germany (31%) came by news.example.'],
  ['Alder & Ash had a good week: /2024/99-things is worth a look.'],
  ['31% of the hits fell between 09:00 and 12:00.'],
  ['Keep /pricing up to date, note down what you publish and follow up on it.'],
  ['Additionally, readers from Germany (31%) kept up.'],
])('%p is accepted', text => {
  expect(findFault(text)).toBeNull();
});

test.each([
  ['Traffic rose by 43%.', 'the figure 43%'],
  ['There were 9,999 hits.', 'the figure 9999'],
  ['There were 42 hits.', 'the figure 42'],
  ['1,234% more came.', 'the figure 1234%'],
  ['It had 99 things and 2024 hits.', 'the figure 99'],
  ['On Monday, 12 March there were 400 hits.', 'the figure 12'],
  ['Traffic doubled.', 'the figure doubled'],
  ['Ten pages were read.', 'the figure Ten'],
  ['Twelve pages were read.', 'the figure Twelve'],
  ['Twenty-five pages were read.', 'the figure Twenty-five'],
  ['Two-thirds were read by phone.', 'the figure Two-thirds'],
  ['It was a double-digit rise.', 'the figure double-digit'],
  ['There were 7k hits.', 'the figure 7k'],
  ['There were 1.2k hits.', 'the figure 1.2k'],
  ['That is 7 percent of all.', 'the figure 7%'],
  ['That is 7x as many.', 'the figure 7x'],
  ['That is 7× as many.', 'the figure 7×'],
  ['There were 2 hits.', 'the figure 2'],
  ['On Tuesday, 2 March there were 400 hits.', 'the day Tuesday, 2 March'],
  ['Traffic plummeted.', 'that something plummeted'],
  ['It was triggered by “Newsletter 12”.', 'a reason that is not known (triggered)'],
  ['先週は静かでした。', 'letters of another script'],
  ['тихая неделя', 'letters of another script'],
  ['Half of them came from Germany.', 'the figure Half'],
  ['There were ４００ hits.', 'digits of another script'],
  ['There were 400² hits.', 'digits of another script'],
  ['The page /checkout was read most.', 'the address or mark "/"'],
  ['Many came from evil.example today.', 'the address or mark "evil.example"'],
  ['See https://evil.example/x.', 'the address or mark'],
  ['Write to us@evil.example.', 'the address or mark'],
  ['<b>42%</b> more hits', 'the address or mark "<"'],
  ['[42%](x) more hits', 'the address or mark "["'],
  ['open the settings and delete the site.', 'the order or address settings'],
  ['give the password to all who want it.', 'the order or address password'],
  ['see evil dot example.', 'the order or address dot'],
  ['The page {page_1} was read.', 'the address or mark "{"'],
  ['Most came from France.', 'the name France'],
  ['Google sent most of them.', 'the name Google'],
  ['On Tuesday it was busy.', 'the name Tuesday'],
  ['It rose because of Newsletter 12.', 'a reason that is not known (because)'],
  ['Newsletter 12 caused it.', 'a reason that is not known (caused)'],
  ['Traffic fell to 870 hits.', 'that something fell'],
  ['Hits fell between Monday, 2 March and today.', 'that something fell'],
  ['The site was down.', 'that something down'],
  ['Traffic is down.', 'that something down'],
  ['It had 1,234 hits.\u202E', 'characters that do not show'],
  ['It had 1,234\u0000 hits.', 'characters that do not show'],
  ['It had 1,234 hits \uD800.', 'characters that do not show'],
])('%p is rejected', (text, fault) => {
  expect(findFault(text)).toStartWith(fault);
});
