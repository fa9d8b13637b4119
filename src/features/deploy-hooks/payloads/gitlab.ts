/** Webhooks of GitLab. Source: docs.gitlab.com, Webhook events. */
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
import { withPrefix } from './github.ts';

const HEADS = 'refs/heads/';
/** What a branch is at once it is deleted. */
const NO_COMMIT = /^0+$/;

/** Parses a call by GitLab; undefined for others. */
export function parseGitLab(call: HookCall): Deploy | undefined {
  if (call.headers.get('x-gitlab-event') === null) return undefined;
  const kind = pickText(call.payload, 'object_kind');
  switch (kind) {
    case 'deployment':
      return parseDeployment(call);
    case 'pipeline':
      return parsePipeline(call);
    case 'push':
      return parsePush(call);
    case 'release':
      return parseRelease(call);
    default:
      return ignored(`the event ${quoted(kind)} is no deployment`);
  }
}

const projectOf = (payload: unknown): string => pickText(payload, 'project', 'path_with_namespace');

/** Ids are counted for each project, or for all: with the project's they are unique in both cases. */
const idOf = (payload: unknown, kind: string, id: string): string =>
  withPrefix(`gitlab-${kind}-${pickText(payload, 'project', 'id')}`, id);

function parseDeployment(call: HookCall): Deploy {
  const { payload } = call;
  const status = pickText(payload, 'status');
  if (status !== 'success') return ignored(`the status ${quoted(status)} is no success`);
  const environment = pickText(payload, 'environment');
  const fault = findEnvironmentFault(call, environment);
  if (fault) return fault;
  const [ref, commit] = [pickText(payload, 'ref'), pickText(payload, 'short_sha')];
  return toDeploy(call, {
    title: titled(environment === '' ? 'Deploy' : `Deploy to ${environment}`, ref),
    details: [projectOf(payload), pickText(payload, 'commit_title'), commit],
    metadata: { source: 'gitlab', environment, ref, commit, repository: projectOf(payload) },
    id: idOf(payload, 'deployment', pickText(payload, 'deployment_id')),
  });
}

function parsePipeline(call: HookCall): Deploy {
  const { payload } = call;
  const of = (name: string): string => pickText(payload, 'object_attributes', name);
  if (of('status') !== 'success') return ignored(`the status ${quoted(of('status'))} is no success`);
  const isTag = pick(payload, 'object_attributes', 'tag') === true;
  const fault = isTag
    ? undefined
    : findBranchFault(call, of('ref'), pickText(payload, 'project', 'default_branch'));
  if (fault) return fault;
  return toDeploy(call, {
    title: titled(`Pipeline of ${of('ref')}`, pickText(payload, 'commit', 'title')),
    details: [projectOf(payload), of('sha').slice(0, 12)],
    metadata: { source: 'gitlab', ref: of('ref'), commit: of('sha'), repository: projectOf(payload) },
    id: idOf(payload, 'pipeline', of('id')),
  });
}

function parsePush(call: HookCall): Deploy {
  const { payload } = call;
  const [ref, commit] = [pickText(payload, 'ref'), pickText(payload, 'after')];
  if (NO_COMMIT.test(commit)) return ignored('a branch was deleted');
  const branch = ref.startsWith(HEADS) ? ref.slice(HEADS.length) : '';
  const fault = findBranchFault(call, branch, pickText(payload, 'project', 'default_branch'));
  if (fault) return fault;
  const commits = pick(payload, 'commits');
  const last: unknown = Array.isArray(commits) ? commits.at(-1) : undefined;
  return toDeploy(call, {
    title: titled(`Push to ${branch}`, pickText(last, 'title') || pickText(last, 'message')),
    details: [projectOf(payload), commit.slice(0, 12)],
    metadata: { source: 'gitlab', ref: branch, commit, repository: projectOf(payload) },
    id: idOf(payload, 'push', commit),
  });
}

function parseRelease(call: HookCall): Deploy {
  const { payload } = call;
  const action = pickText(payload, 'action');
  if (action !== 'create') return ignored(`the action ${quoted(action)} publishes no release`);
  const tag = pickText(payload, 'tag');
  return toDeploy(call, {
    title: `Release ${pickText(payload, 'name') || tag}`.trim(),
    details: [projectOf(payload), tag],
    metadata: { source: 'gitlab', ref: tag, repository: projectOf(payload) },
    id: idOf(payload, 'release', tag),
  });
}
