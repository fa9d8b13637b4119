/** One server for all tests of a file: starting is the slow part, and tests that make their own sites do not meet. */
import { startTestServer, type TestServer, type TestServerOptions } from './server.ts';
import { share } from './share.ts';

/** Starts a server before the file's tests and stops it after them; the answer gives it to a test. */
export const shareServer = (options: TestServerOptions = {}): (() => TestServer) =>
  share(() => startTestServer(options));

let members = 0;

/** A user without a plan of their own who has a role in the account of the server's owner. */
export async function aMember(server: TestServer, role: 'admin' | 'viewer') {
  const member = await server.given.user(`member-${++members}@example.org`, 'none');
  server.addToTeam(server.owner, member, role);
  return member;
}
