import type { Services } from '../../compose/services.ts';
import { CommandError } from '../../core/errors.ts';
import { parseSignupId } from '../../features/signups/service.ts';

/** Creates the commands on the signups of agents. */
export const signupCommands = (services: Services) => ({
  'signup.list': async (_input: undefined) => listSignups(services),
  'signup.approve': async (input: { id: string }) => approveSignup(services, parseSignupId(input.id)),
});

/** Lists pending signups, oldest first, each with its activation link. */
function listSignups({ signups: { service: signups }, context }: Services) {
  const oldestFirst = signups.listPending().signups.reverse();
  const paths = signups.getActivationPaths(oldestFirst);
  return oldestFirst.map((signup, index) => ({
    id: signup.id,
    email: signup.email,
    agentName: signup.agentName,
    state: signups.needsApproval(signup) ? 'to be approved' : 'waits for its owner',
    expiresAt: signup.expiresAt.toISOString(),
    url: context.getBaseUrl() + paths[index],
  }));
}

function approveSignup({ signups: { service: signups }, context }: Services, id: number) {
  if (!signups.findPending(id))
    throw new CommandError(`no signup ${id} is pending: see \`footfall signup list\``);
  const signup = signups.approve(id);
  return { email: signup.email, url: context.getBaseUrl() + signups.getActivationPaths([signup]).join('') };
}
