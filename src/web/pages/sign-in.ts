import { signIn } from '../api.ts';
import { h } from '../dom.ts';
import { emailField, passwordField } from '../fields.ts';
import { createForm } from '../form.ts';
import { heading, type Place, type View } from '../frame.ts';
import { navigate, nextPage } from '../navigation.ts';

export function openSignIn({ address }: Place): View {
  const form = createForm({
    fields: [emailField(), passwordField('current')],
    action: 'Sign in',
    async send(textOf) {
      await signIn({ email: textOf('email'), password: textOf('password') });
      navigate(nextPage(address), { replaces: true });
    },
  });
  const first = 'First time here? Open the set-up address that the server printed when it started.';
  const forgotten = 'Forgotten the password? On the server: ';
  return {
    title: 'Sign in',
    user: null,
    content: [
      heading('Sign in'),
      form,
      h('p', { class: 'hint' }, first),
      h('p', { class: 'hint' }, forgotten, h('code', {}, 'footfall user set EMAIL --password-stdin')),
    ],
  };
}
