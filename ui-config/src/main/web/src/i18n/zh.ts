// SPDX-License-Identifier: Apache-2.0
import type { en } from './en';
import type { Texts } from './texts';
import { account, password } from './zh/account';
import { alarmRules } from './zh/alarmRules';
import { alarms } from './zh/alarms';
import { chainTest } from './zh/chainTest';
import { codeEditor } from './zh/codeEditor';
import { common, copy, errors, findings, groups, live } from './zh/common';
import { deadLetters } from './zh/deadLetters';
import { device } from './zh/device';
import { deviceProfiles } from './zh/deviceProfiles';
import { devices } from './zh/devices';
import { editor, nodeTable, panel, placeholder, shortcuts } from './zh/editor';
import { conflict, connect, draft, leave, quickAdd, save } from './zh/editorDialogs';
import { activate, entry, signIn } from './zh/entry';
import { liveFigures } from './zh/liveFigures';
import { messageSearch } from './zh/messageSearch';
import { messages } from './zh/messages';
import { nodeForm } from './zh/nodeForm';
import { paths } from './zh/paths';
import { deviceEvents, rpc } from './zh/rpc';
import { ruleChains, usedBy } from './zh/ruleChains';
import { scriptFunctions } from './zh/scriptFunctions';
import { errorPage, language, notFound, shell, userMenu } from './zh/shell';
import { system } from './zh/system';
import { difference, versions } from './zh/versions';
import { watches } from './zh/watches';

/** The Chinese (Simplified) texts of the UI, by page. */
export const zh: Texts<typeof en> = {
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

export { schemaLabels } from './zh/schemaLabels';
