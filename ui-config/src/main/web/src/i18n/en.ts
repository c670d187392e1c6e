// SPDX-License-Identifier: Apache-2.0
import { account, password } from './account';
import { alarmRules } from './alarmRules';
import { alarms } from './alarms';
import { chainTest } from './chainTest';
import { codeEditor } from './codeEditor';
import { common, copy, errors, findings, groups, live } from './common';
import { deadLetters } from './deadLetters';
import { device } from './device';
import { deviceProfiles } from './deviceProfiles';
import { devices } from './devices';
import { editor, nodeTable, panel, placeholder, shortcuts } from './editor';
import { conflict, connect, draft, leave, quickAdd, save } from './editorDialogs';
import { activate, entry, signIn } from './entry';
import { liveFigures } from './liveFigures';
import { messageSearch } from './messageSearch';
import { messages } from './messages';
import { nodeForm } from './nodeForm';
import { paths } from './paths';
import { deviceEvents, rpc } from './rpc';
import { ruleChains, usedBy } from './ruleChains';
import { scriptFunctions } from './scriptFunctions';
import { errorPage, language, notFound, shell, userMenu } from './shell';
import { system } from './system';
import { difference, versions } from './versions';
import { watches } from './watches';

/** The English texts of the UI, by page. */
export const en = {
  account,
  activate,
  alarmRules,
  alarms,
  chainTest,
  codeEditor,
  common,
  conflict,
  connect,
  copy,
  deadLetters,
  device,
  deviceEvents,
  deviceProfiles,
  devices,
  difference,
  draft,
  editor,
  entry,
  errorPage,
  errors,
  findings,
  groups,
  language,
  leave,
  live,
  liveFigures,
  messageSearch,
  messages,
  nodeForm,
  nodeTable,
  notFound,
  panel,
  password,
  paths,
  placeholder,
  quickAdd,
  rpc,
  ruleChains,
  save,
  scriptFunctions,
  shell,
  shortcuts,
  signIn,
  system,
  usedBy,
  userMenu,
  versions,
  watches,
};
