/** Parses a call of a deploy hook. */
import { type Deploy, type HookCall, pickText, toDeploy } from './deploy.ts';
import { parseGitHub } from './github.ts';
import { parseGitLab } from './gitlab.ts';
import { parseNetlify, parseVercel } from './hosts.ts';

const PARSERS = [parseGitHub, parseGitLab, parseNetlify, parseVercel];

/** Parses what a service of `PARSERS` sends; of any other call, title, description and id where it names them. */
export function parseDeploy(call: HookCall): Deploy {
  for (const parse of PARSERS) {
    const deploy = parse(call);
    if (deploy) return deploy;
  }
  return toDeploy(call, {
    title: pickText(call.payload, 'title') || 'Deploy',
    details: [pickText(call.payload, 'description')],
    metadata: {},
    id: pickText(call.payload, 'id'),
  });
}
