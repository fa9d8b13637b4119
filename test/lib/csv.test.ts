import { expect, test } from 'bun:test';
import { formatCsvLine } from '../../src/lib/csv.ts';

test.each<[Parameters<typeof formatCsvLine>[0], string]>([
  [['a', 1, true, null, ''], 'a,1,true,,'],
  [[], ''],
  [['a,b', 'a"b', 'a\nb', 'a\rb'], '"a,b","a""b","a\nb","a\rb"'],
  [['=1', '+1', '-1', '@a', '\ta', '\ra'], `'=1,'+1,'-1,'@a,'\ta,"'\ra"`],
  [['\n=1', '＝1', '＋1', '－1', '＠a'], `"'\n=1",'＝1,'＋1,'－1,'＠a`],
  [['=a,"b"', "'=1", ' =1', -1], `"'=a,""b""",'=1, =1,-1`],
  [['ü💩\u0000', '__proto__'], 'ü💩\u0000,__proto__'],
])('%j is the line %j', (cells, line) => {
  expect(formatCsvLine(cells)).toBe(`${line}\r\n`);
});
