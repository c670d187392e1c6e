// SPDX-License-Identifier: Apache-2.0

/** Texts of the pages before the sign-in. */
export const entry = {
  claim: 'Leads device messages to rules',
};

export const activate = {
  title: 'Set your password',
  text: 'Choose a password for your new account. You are signed in with it at once.',
  submit: 'Set password and sign in',
  otherUser: 'You are signed in as {{user}}. Setting the password signs {{user}} out here.',
  invalidTitle: 'This activation link is not valid',
  invalid:
    'It has been used, is older than 24 hours, or is incomplete. If you have set your password, sign in with it. If not, ask your administrator for a new link.',
  toSignIn: 'Go to the sign-in page',
  toFirstPage: 'Go on as {{user}}',
};

export const signIn = {
  title: 'Sign in',
  expired: 'Your session has ended. Sign in again to go on.',
  email: 'E-mail',
  password: 'Password',
  submit: 'Sign in',
};
