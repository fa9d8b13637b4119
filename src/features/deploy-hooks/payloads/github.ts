/** Webhooks of GitHub. Source: docs.github.com, Webhook events and payloads. */
import {
  type Deploy,
  findBranchFault,
  findEnvironmentFault,
  type HookCall,
  ignored,
  pick,
  pickText,
  quoted,
  titled,
  toDeploy,
} from './deploy.ts';

const HEADS = 'refs/heads/';

/** Parses a call by GitHub; undefined for others. */
export function parseGitHub(call: HookCall): Deploy | undefined {
  const event = call.headers.get('x-github-event');
  if (event === null) return undefined;
  switch (event) {
    case 'deployment_status':
      return parseDeployment(call);
    case 'push':
      return parsePush(call);
    case 'release':
      return parseRelease(call);
    default:
      return ignored(`the event ${quoted(event.slice(0, 50))} is no deployment`);
  }
}

function parseDeployment(call: HookCall): Deploy {
  const { payload } = call;
  const state = pickText(payload, 'deployment_status', 'state');
  if (state !== 'success') return ignored(`the state ${quoted(state)} is no success`);
  const environment = pickText(payload, 'deployment', 'environment');
  const isTransient = pick(payload, 'deployment', 'transient_environment') === true;
  const fault = findEnvironmentFault(call, environment);
  if (fault || isTransient) return fault ?? ignored(`the environment ${quoted(environment)} is transient`);
  const [ref, commit] = [pickText(payload, 'deployment', 'ref'), pickText(payload, 'deployment', 'sha')];
  const repository = pickText(payload, 'repository', 'full_name');
  return toDeploy(call, {
    title: titled(environment === '' ? 'Deploy' : `Deploy to ${environment}`, ref),
    details: [repository, pickText(payload, 'deployment', 'description'), commit.slice(0, 12)],
    metadata: { source: 'github', environment, ref, commit, repository },
    id: withPrefix('github-deployment', pickText(payload, 'deployment', 'id')),
  });
}

function parsePush(call: HookCall): Deploy {
  const { payload } = call;
  const ref = pickText(payload, 'ref');
  if (pick(payload, 'deleted') === true) return ignored('a branch was deleted');
  const branch = ref.startsWith(HEADS) ? ref.slice(HEADS.length) : '';
  const fault = findBranchFault(call, branch, pickText(payload, 'repository', 'default_branch'));
  if (fault) return fault;
  const [commit, repository] = [pickText(payload, 'after'), pickText(payload, 'repository', 'full_name')];
  return toDeploy(call, {
    title: titled(`Push to ${branch}`, pickText(payload, 'head_commit', 'message')),
    details: [repository, commit.slice(0, 12)],
    metadata: { source: 'github', ref: branch, commit, repository },
    id: withPrefix('github-push', commit),
  });
}

function parseRelease(call: HookCall): Deploy {
  const { payload } = call;
  const action = pickText(payload, 'action');
  if (action !== 'published' && action !== 'released')
    return ignored(`the action ${quoted(action)} publishes no release`);
  if (pick(payload, 'release', 'draft') === true || pick(payload, 'release', 'prerelease') === true)
    return ignored('the release is a draft or a pre-release');
  const tag = pickText(payload, 'release', 'tag_name');
  const repository = pickText(payload, 'repository', 'full_name');
  return toDeploy(call, {
    title: `Release ${pickText(payload, 'release', 'name') || tag}`.trim(),
    details: [repository, tag],
    metadata: { source: 'github', ref: tag, repository },
    id: withPrefix('github-release', pickText(payload, 'release', 'id')),
  });
}

/** Blank where there is no id. */
export const withPrefix = (prefix: string, id: string): string => (id === '' ? '' : `${prefix}-${id}`);
