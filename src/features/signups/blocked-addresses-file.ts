/** Reads the operator's list of blocked mail addresses. */
import { readFileSync, statSync } from 'node:fs';
import type { Log } from '../../core/log.ts';
import { type AddressRules, parseAddressRules } from './blocked-addresses.ts';

const MAX_RULES_BYTES = 4 * 1024 ** 2;

/**
 * Returns a function that returns the operator's rules as they are now. The file is read again when it has changed; when it
 * cannot be read, that is logged and the rules before stay in use.
 */
export function watchAddressRules(path: string, log: Log): () => AddressRules {
  let stamp = '';
  let rules = parseAddressRules('');
  return () => {
    try {
      const stats = statSync(path, { throwIfNoEntry: false });
      // The change time includes permissions: the file may be readable now.
      const current = stats ? `${stats.mtimeMs} ${stats.ctimeMs} ${stats.size}` : '';
      if (current === stamp) return rules;
      stamp = current;
      if (stats && stats.size > MAX_RULES_BYTES) {
        log.error({ path }, 'the list of blocked mail domains is over 4 MB: the previous one stays in use');
        return rules;
      }
      rules = parseAddressRules(stats ? readFileSync(path, 'utf8') : '');
    } catch (error) {
      log.error(
        { err: error, path },
        'the list of blocked mail domains cannot be read: the previous one stays in use',
      );
      return rules;
    }
    if (rules.invalidLines.length > 0) {
      log.warn(
        { path, lines: rules.invalidLines.slice(0, 20) },
        'lines of the list of blocked mail domains are invalid: each must be a domain, an address, or !domain',
      );
    }
    return rules;
  };
}
