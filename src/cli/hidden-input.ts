import type { Readable } from 'node:stream';
import type { ReadStream } from 'node:tty';
import { CommandError } from '../core/errors.ts';

/** Returns whether standard input is a terminal. */
export const isTerminal = (stdin: Readable): stdin is ReadStream => 'isTTY' in stdin && stdin.isTTY === true;

const [END_OF_TEXT, INTERRUPT, BACKSPACE, DELETE] = ['\u0004', '\u0003', '\b', '\u007f'];

/** Reads a line from a terminal without echo. Throws a `CommandError` on Ctrl-C. */
export async function readHidden(
  stdin: ReadStream,
  draw: (text: string) => void,
  prompt: string,
): Promise<string> {
  draw(prompt);
  stdin.setRawMode(true);
  stdin.resume();
  try {
    return await new Promise<string>((resolve, reject) => {
      let typed: string[] = [];
      const read = (chunk: Buffer | string): void => {
        for (const sign of chunk.toString()) {
          if (sign === INTERRUPT) {
            stdin.off('data', read);
            reject(new CommandError('cancelled: nothing was changed'));
            return;
          }
          if (sign === '\r' || sign === '\n' || sign === END_OF_TEXT) {
            stdin.off('data', read);
            resolve(typed.join(''));
            return;
          }
          if (sign === BACKSPACE || sign === DELETE) typed = typed.slice(0, -1);
          else typed.push(sign);
        }
      };
      stdin.on('data', read);
    });
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    draw('\n');
  }
}
