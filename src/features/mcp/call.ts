/** Runs tools: each by the endpoint behind it, with that endpoint's own checks and without a request of its own. */
import type { TObject } from '@sinclair/typebox';
import type { Log } from '../../core/log.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import { type Failure, failureOf } from '../../http/error-handler.ts';
import type { Caller } from '../../http/gatekeeper.ts';
import { type Asked, runEndpoint, type ServeDeps } from '../../http/serve.ts';
import { sentencesOf } from './advice.ts';
import { type Arguments, readArguments, toParameters } from './arguments.ts';
import { argumentsOf, pathIdOf } from './tool-schema.ts';
import type { ToolRow } from './tools.ts';

/** A tool together with what it runs. */
export interface Tool {
  readonly row: ToolRow;
  readonly endpoint: Endpoint;
  readonly arguments: TObject;
  /** The argument that stands for the path's `:id`. */
  readonly pathId: string | undefined;
}

/** What became of a call: the endpoint's answer, or sentences that say what is wrong and what to do. */
export type Outcome =
  | { readonly isError: false; readonly answer: Readonly<Record<string, unknown>> }
  | { readonly isError: true; readonly text: string };

export interface CallDeps extends ServeDeps {
  /** Page on which keys are made. */
  readonly keysUrl: string;
}

/** The tools whose endpoints are there, by name. */
export function createTools(rows: readonly ToolRow[], endpoints: readonly Endpoint[]): Map<string, Tool> {
  const byOperation = new Map(endpoints.map(endpoint => [endpoint.operationId, endpoint]));
  return new Map(
    rows.flatMap(row => {
      const endpoint = byOperation.get(row.operationId);
      if (!endpoint) return [];
      const tool = { row, endpoint, arguments: argumentsOf(row, endpoint), pathId: pathIdOf(row, endpoint) };
      return [[row.name, tool] as const];
    }),
  );
}

/** Calls a tool as whoever has been recognised by their key. The call never throws. */
export const createCall =
  (deps: CallDeps) =>
  async (tool: Tool, given: Arguments, caller: Caller, request: Request): Promise<Outcome> => {
    const startedMs = performance.now();
    const { endpoint, row } = tool;
    const done = (status: number): void =>
      deps.observe(endpoint.operationId, status, performance.now() - startedMs);
    try {
      deps.gatekeeper.checkWriteAccess(endpoint, caller);
      const { status, body } = await runEndpoint(endpoint, deps, askedOf(tool, given, request), caller);
      done(status);
      return { isError: false, answer: body as Readonly<Record<string, unknown>> };
    } catch (error) {
      const failure = failureOf(error);
      done(failure.status);
      return { isError: true, text: sentencesOf(withoutCause(failure, row, deps.log), row, deps.keysUrl) };
    }
  };

/** Arguments where the endpoint looks for them: in the path, and in the query or the body. */
function askedOf(
  { endpoint, arguments: schema, pathId, row }: Tool,
  given: Arguments,
  request: Request,
): Asked {
  const { [pathId ?? '']: id, ...rest } = readArguments(schema, given);
  const params: Record<string, string> = pathId === undefined ? {} : { id: String(id) };
  const place = { request, params, address: '' };
  return endpoint.method === 'GET'
    ? { ...place, parameters: toParameters({ ...row.presets?.(rest), ...rest }), body: undefined }
    : { ...place, parameters: null, body: rest };
}

/** What nobody foresaw goes to the log under an id, and only the id to the assistant. */
function withoutCause(failure: Failure, { name }: ToolRow, log: Log): Failure {
  if (failure.cause === undefined) return failure;
  const requestId = crypto.randomUUID();
  log.error({ err: failure.cause, requestId, tool: name }, 'tool call failed');
  return {
    ...failure,
    body: { error: `unexpected server error: it is in the server’s log as ${requestId}` },
  };
}
