import { setUp } from '../api.ts';
import { h } from '../dom.ts';
import { emailField, passwordField, timeZoneField } from '../fields.ts';
import { createForm } from '../form.ts';
import { heading, type Place, type View } from '../frame.ts';
import { navigate } from '../navigation.ts';

/** The first start: whoever holds the printed address becomes the owner. */
export function openSetUp({ address }: Place): View {
  const token = address.searchParams.get('token');
  const title = 'Set up Footfall';
  if (!token) {
    const where =
      'Open the whole set-up address that the server printed when it started: it ends in a token.';
    return {
      title,
      user: null,
      content: [heading(title), h('p', {}, where), h('p', {}, h('a', { href: '/login' }, 'Sign in'))],
    };
  }
  const form = createForm({
    fields: [
      emailField(),
      passwordField('new', '10 characters or more'),
      timeZoneField('Where your days begin and end'),
    ],
    action: 'Create the owner',
    async send(textOf) {
      await setUp({
        token,
        email: textOf('email'),
        password: textOf('password'),
        time_zone: textOf('time_zone'),
      });
      // The address is used up: going back must not lead to it.
      navigate('/', { replaces: true });
    },
    remedy: () => h('a', { href: '/login' }, 'Sign in'),
  });
  const lead = 'Choose how you sign in. You are the owner of this server and of everything it counts.';
  return { title, user: null, content: [heading(title), h('p', { class: 'lead' }, lead), form] };
}
