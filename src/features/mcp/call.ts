/** Runs tools: each by the endpoint behind it, with that endpoint's own checks and without a request of its own. */
import type { TObject } from '@sinclair/typebox';
import type { Log } from '../../core/log.ts';
import type { Caller } from '../../http/authorize.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import { type ErrorReply, toErrorReply } from '../../http/errors.ts';
import { type ParsedRequest, runEndpoint, type ServeDeps } from '../../http/serve.ts';
import { type Arguments, readArguments, toParameters } from './arguments.ts';
import { toErrorText } from './error-text.ts';
import { findPathIds, toArguments } from './tool-schema.ts';
import type { ToolRow } from './tools.ts';

/** A tool and the endpoint it runs. */
export interface Tool {
  readonly row: ToolRow;
  readonly endpoint: Endpoint;
  readonly arguments: TObject;
  /** The arguments that stand for parameters of the path, with the names of those. */
  readonly pathIds: ReadonlyMap<string, string>;
}

/** The result of a call: the endpoint's answer, or an error text with advice. */
export type Outcome =
  | { readonly isError: false; readonly answer: Readonly<Record<string, unknown>> }
  | { readonly isError: true; readonly text: string };

export interface CallDeps extends ServeDeps {
  /** Page on which keys are created. */
  readonly keysUrl: string;
}

/** Creates the tools whose endpoints exist, by name. */
export function createTools(rows: readonly ToolRow[], endpoints: readonly Endpoint[]): Map<string, Tool> {
  const byOperation = new Map(endpoints.map(endpoint => [endpoint.operationId, endpoint]));
  return new Map(
    rows.flatMap(row => {
      const endpoint = byOperation.get(row.operationId);
      if (!endpoint) return [];
      const tool = {
        row,
        endpoint,
        arguments: toArguments(row, endpoint),
        pathIds: findPathIds(row, endpoint),
      };
      return [[row.name, tool] as const];
    }),
  );
}

/** Creates the function that calls a tool on behalf of the caller. It never throws. */
export const createCall =
  (deps: CallDeps) =>
  async (
    tool: Tool,
    given: Arguments,
    { caller, request }: { readonly caller: Caller; readonly request: Request },
  ): Promise<Outcome> => {
    const startedMs = performance.now();
    const { endpoint, row } = tool;
    const done = (status: number): void =>
      deps.observe(endpoint.operationId, status, performance.now() - startedMs);
    try {
      deps.authorizer.checkWriteAccess(endpoint, caller);
      const { status, body } = await runEndpoint(
        endpoint,
        deps,
        toParsedRequest(tool, given, { request, caller }),
      );
      done(status);
      return { isError: false, answer: body as Readonly<Record<string, unknown>> };
    } catch (error) {
      const failure = toErrorReply(error);
      done(failure.status);
      return { isError: true, text: toErrorText(withoutCause(failure, row, deps.log), row, deps.keysUrl) };
    }
  };

/** Converts a tool's arguments to a request: path parameters, and query or body. */
function toParsedRequest(
  { endpoint, arguments: schema, pathIds, row }: Tool,
  given: Arguments,
  source: { readonly request: Request; readonly caller: Caller },
): ParsedRequest {
  const all = readArguments(schema, given);
  const rest = Object.fromEntries(Object.entries(all).filter(([name]) => !pathIds.has(name)));
  const params = Object.fromEntries([...pathIds].map(([argument, name]) => [name, String(all[argument])]));
  const base = { ...source, params, address: '' };
  return endpoint.method === 'GET'
    ? { ...base, parameters: toParameters({ ...row.presets?.(rest), ...rest }), body: undefined }
    : { ...base, parameters: null, body: rest };
}

/** Logs the cause of an unexpected error under an id, and replaces it by that id. */
function withoutCause(failure: ErrorReply, { name }: ToolRow, log: Log): ErrorReply {
  if (failure.cause === undefined) return failure;
  const requestId = crypto.randomUUID();
  log.error({ err: failure.cause, requestId, tool: name }, 'tool call failed');
  return {
    ...failure,
    body: { error: `unexpected server error: it is in the server’s log as ${requestId}` },
  };
}
