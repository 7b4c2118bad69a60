import type { CallName } from '../state/projects.ts';

/** Texts of the team. */
export const TEAM_TEXTS = {
  sub: (members: number, project: string, open: number | undefined) =>
    `${members === 1 ? '1 member works' : `${members} members work`} on ${project}.${
      open === undefined
        ? ''
        : ` ${open === 1 ? '1 invitation is' : `${open} invitations are`} open.`
    }`,
  failed: 'The team didn’t load.',
  invite: 'Invite a member',
  members: 'Members',
  member: 'Member',
  role: 'Role',
  roleOf: (name: string) => `Role of ${name}`,
  joined: 'Joined',
  you: 'you',
  lastOwner: 'The last owner can’t leave',
  aboveYours: 'Above your own role',
  roleFailed: (name: string) => `The role of ${name} wasn’t changed.`,
  ownTitle: (role: string) => `Become ${role}?`,
  ownAbout: 'You take rights from yourself. Another owner or admin has to give them back.',
  ownNow: (role: string) => `Become ${role}`,
  remove: 'Remove…',
  removeOf: (name: string) => `Remove ${name}…`,
  removeTitle: (name: string) => `Remove ${name}?`,
  removeAbout: 'From the next request on this project is closed to them. Images stay.',
  revokeKeys: 'Revoke the keys that they made, too',
  revokeKeysHint: 'Otherwise those keys go on working, and are listed next.',
  removeNow: 'Remove member',
  removeFailed: 'The member wasn’t removed.',
  removedTitle: (name: string) => `${name} is removed`,
  removedKeys:
    'These keys of theirs still work. Rotate or revoke them where somebody may know them.',
  toKeys: 'Open the keys',
  leave: 'Leave…',
  leaveTitle: (project: string) => `Leave ${project}?`,
  leaveAbout: 'The project is closed to you from then on. Only an invitation lets you back.',
  leaveNow: 'Leave project',
  leaveFailed: 'You didn’t leave.',
  transfer: 'Transfer ownership…',
  transferOf: (name: string) => `Transfer ownership to ${name}…`,
  transferTitle: (project: string, name: string) => `Transfer ${project} to ${name}?`,
  transferAbout:
    'They become the owner and you an admin. Their plan counts the images from then on, so it needs room for them.',
  transferNow: 'Transfer ownership',
  transferFailed: 'The ownership wasn’t transferred.',
  typeProject: (project: string) => `Type ${project} to confirm`,
  invitations: 'Invitations',
  invitationsAbout: 'a link works once, for seven days',
  noInvitation: 'No invitation is open.',
  for: 'For',
  ends: 'Ends',
  invitedBy: (name: string) => `Invited by ${name},`,
  copyLink: 'link',
  withdraw: 'Withdraw',
  withdrawOf: (email: string) => `Withdraw the invitation of ${email}`,
  withdrawFailed: 'The invitation wasn’t withdrawn.',
  inviteTitle: 'Invite a member',
  inviteAbout:
    'You get a link to send them. It works once, for seven days, for this address alone.',
  email: 'E-mail address',
  emailHint: 'They sign in with this address.',
  emailBad: 'An address looks like name@example.com.',
  makeLink: 'Make link',
  inviteFailed: 'Nobody was invited.',
  linkTitle: 'Send this link',
  linkAbout: (email: string) =>
    `This is the only time it is shown. It opens for ${email} alone. No mail is sent by the service.`,
  matrix: 'What each role may do',
  matrixTable: 'What each role may do, table',
  right: 'Right',
  yes: 'yes',
  no: 'no',
  aFormerMember: 'a former member',
} as const;

/** The rights of each role: a right in words, and the call that represents it. */
export const RIGHTS: readonly { readonly text: string; readonly call: CallName }[] = [
  { text: 'See images, addresses and usage', call: 'listImages' },
  { text: 'Upload, edit metadata, delete', call: 'deleteImage' },
  { text: 'Keys', call: 'createApiKey' },
  { text: 'Origins, presets, signed URLs', call: 'updateProject' },
  { text: 'Webhooks', call: 'createWebhook' },
  { text: 'Invite and remove members', call: 'inviteMember' },
  { text: 'Read the audit trail', call: 'listAuditEvents' },
  { text: 'Transfer, empty or delete the project', call: 'transferOwnership' },
];
