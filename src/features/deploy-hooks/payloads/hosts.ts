/** Notifications of Netlify and Vercel. Source: docs.netlify.com, Deploy notifications; vercel.com/docs/webhooks. */
import { type Deploy, type HookCall, ignored, pick, pickText, quoted, titled, toDeploy } from './deploy.ts';
import { withPrefix } from './github.ts';

const isText = (value: unknown): boolean => typeof value === 'string';

/** Parses a call by Netlify, whose payload is its deploy; undefined for others. */
export function parseNetlify(call: HookCall): Deploy | undefined {
  const { payload } = call;
  if (!['id', 'site_id', 'state', 'context'].every(name => isText(pick(payload, name)))) return undefined;
  const [state, context] = [pickText(payload, 'state'), pickText(payload, 'context')];
  if (state !== 'ready') return ignored(`the state ${quoted(state)} is no success`);
  if (context !== 'production') return ignored(`the context ${quoted(context)} is not the one of visitors`);
  const [ref, commit] = [pickText(payload, 'branch'), pickText(payload, 'commit_ref')];
  return toDeploy(call, {
    title: titled('Deploy', pickText(payload, 'title') || ref),
    details: [pickText(payload, 'name'), ref, commit.slice(0, 12)],
    metadata: { source: 'netlify', environment: context, ref, commit },
    id: withPrefix('netlify', pickText(payload, 'id')),
  });
}

/** Parses a call by Vercel; undefined for others. */
export function parseVercel(call: HookCall): Deploy | undefined {
  const { payload } = call;
  const type = pickText(payload, 'type');
  const deployment = pick(payload, 'payload', 'deployment');
  if (!type.startsWith('deployment') || !isText(pick(deployment, 'id'))) return undefined;
  if (type !== 'deployment.succeeded') return ignored(`the event ${quoted(type)} is no success`);
  const target = pickText(payload, 'payload', 'target');
  if (target !== 'production') return ignored(`the target ${quoted(target)} is not the one of visitors`);
  const [ref, commit] = ['githubCommitRef', 'githubCommitSha'].map(name =>
    pickText(deployment, 'meta', name),
  );
  return toDeploy(call, {
    title: titled(
      'Deploy',
      pickText(deployment, 'meta', 'githubCommitMessage') || pickText(deployment, 'name'),
    ),
    details: [pickText(deployment, 'name'), ref ?? '', (commit ?? '').slice(0, 12)],
    metadata: { source: 'vercel', environment: target, ref: ref ?? '', commit: commit ?? '' },
    id: withPrefix('vercel', pickText(deployment, 'id')),
  });
}
