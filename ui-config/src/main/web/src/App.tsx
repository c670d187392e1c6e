// SPDX-License-Identifier: Apache-2.0
import { Skeleton } from '@mantine/core';
import { lazy, Suspense, useSyncExternalStore, type ReactNode } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { onSignInChange, signInState, type Session } from './api/session';
import { ErrorBoundary } from './components/ErrorBoundary';
import { RouteFault } from './components/RouteFault';
import { Shell, type Section } from './components/Shell';
import { DevicePage } from './pages/Device/DevicePage';
import { DevicesPage } from './pages/Devices/DevicesPage';
import { NotFoundPage } from './pages/NotFound/NotFoundPage';
import { SignInPage } from './pages/SignIn/SignInPage';
import { SystemPage } from './pages/System/SystemPage';

const AlarmsPage = lazy(async () => ({
  default: (await import('./pages/Alarms/AlarmsPage')).AlarmsPage,
}));
const AlarmPage = lazy(async () => ({
  default: (await import('./pages/Alarm/AlarmPage')).AlarmPage,
}));
const AccountPage = lazy(async () => ({
  default: (await import('./pages/Account/AccountPage')).AccountPage,
}));
const ActivatePage = lazy(async () => ({
  default: (await import('./pages/Activate/ActivatePage')).ActivatePage,
}));
const MessagesPage = lazy(async () => ({
  default: (await import('./pages/Messages/MessagesPage')).MessagesPage,
}));
const DeadLettersPage = lazy(async () => ({
  default: (await import('./pages/DeadLetters/DeadLettersPage')).DeadLettersPage,
}));
const DeadLetterPage = lazy(async () => ({
  default: (await import('./pages/DeadLetter/DeadLetterPage')).DeadLetterPage,
}));
const DeviceProfilesPage = lazy(async () => ({
  default: (await import('./pages/DeviceProfiles/DeviceProfilesPage')).DeviceProfilesPage,
}));
// The editor is larger than all other pages together.
const RuleChainsPage = lazy(async () => ({
  default: (await import('./pages/RuleChains/RuleChainsPage')).RuleChainsPage,
}));
const RuleChainPage = lazy(async () => ({
  default: (await import('./pages/RuleChain/RuleChainPage')).RuleChainPage,
}));
const RuleChainVersionsPage = lazy(async () => ({
  default: (await import('./pages/RuleChainVersions/RuleChainVersionsPage')).RuleChainVersionsPage,
}));

/** The pages of a user: the first section is the first page. */
interface Pages {
  readonly sections: readonly [Section, ...Section[]];
  readonly routes: ReactNode;
  /** Addresses of other users' pages, which the browser may have kept from them. They lead to the first page. */
  readonly others: readonly string[];
}

const DEVICES: Section = { path: '/devices', name: 'devices' };
const ALARMS: Section = { path: '/alarms', name: 'alarms' };
const DEVICE_PROFILES: Section = { path: '/device-profiles', name: 'deviceProfiles' };
const RULE_CHAINS: Section = { path: '/rule-chains', name: 'ruleChains' };
const MESSAGES: Section = { path: '/messages', name: 'messages' };
const DEAD_LETTERS: Section = { path: '/dead-letters', name: 'deadLetters' };
const SYSTEM: Section = { path: '/system', name: 'system' };

function pagesOf(session: Session): Pages {
  const devicesAndAlarms = (
    <>
      <Route path="/devices" element={<DevicesPage authority={session.authority} />} />
      <Route path="/devices/:deviceId" element={<DevicePage />} />
      <Route path="/alarms" element={<AlarmsPage />} />
      <Route path="/alarms/:alarmId" element={<AlarmPage />} />
    </>
  );
  const messages = (
    <Route path="/messages" element={<MessagesPage authority={session.authority} />} />
  );
  switch (session.authority) {
    case 'SYS_ADMIN':
      return {
        sections: [SYSTEM, MESSAGES],
        routes: (
          <>
            <Route path="/system" element={<SystemPage session={session} />} />
            {messages}
          </>
        ),
        others: [
          '/devices/*',
          '/alarms/*',
          '/device-profiles',
          '/rule-chains/*',
          '/dead-letters/*',
        ],
      };
    case 'CUSTOMER_USER':
      return {
        sections: [DEVICES, ALARMS],
        routes: devicesAndAlarms,
        others: ['/system', '/device-profiles', '/rule-chains/*', '/messages', '/dead-letters/*'],
      };
    case 'TENANT_ADMIN':
      return {
        sections: [DEVICES, ALARMS, DEVICE_PROFILES, RULE_CHAINS, MESSAGES, DEAD_LETTERS],
        routes: (
          <>
            {devicesAndAlarms}
            <Route path="/device-profiles" element={<DeviceProfilesPage />} />
            <Route path="/rule-chains" element={<RuleChainsPage />} />
            <Route path="/rule-chains/:chainId" element={<RuleChainPage />} />
            <Route path="/rule-chains/:chainId/versions" element={<RuleChainVersionsPage />} />
            {messages}
            <Route path="/dead-letters" element={<DeadLettersPage />} />
            <Route path="/dead-letters/:letterId" element={<DeadLetterPage />} />
          </>
        ),
        others: ['/system'],
      };
  }
}

/**
 * Whoever is not signed in sees the sign-in page under every address, and afterwards what the address names. Only an
 * activation link leads to its own page, for users of any kind.
 */
export function App() {
  const { session, expired } = useSyncExternalStore(onSignInChange, signInState);
  const { pathname } = useLocation();
  if (pathname === '/activate') {
    return (
      <Suspense fallback={null}>
        <ActivatePage />
      </Suspense>
    );
  }
  if (session === undefined) {
    return <SignInPage expired={expired} />;
  }
  // Nothing that a page holds of one user is for the next, who may have signed in in another tab.
  return <SignedIn key={session.userId} session={session} />;
}

function SignedIn({ session }: { readonly session: Session }) {
  const { pathname } = useLocation();
  const { sections, routes, others } = pagesOf(session);
  const toFirstPage = <Navigate to={sections[0].path} replace />;
  return (
    <Shell session={session} sections={sections}>
      <ErrorBoundary key={pathname} fallback={(error) => <RouteFault error={error} />}>
        <Suspense fallback={<Skeleton height={420} />}>
          <Routes>
            <Route index element={toFirstPage} />
            {routes}
            {others.map((path) => (
              <Route key={path} path={path} element={toFirstPage} />
            ))}
            <Route path="/account" element={<AccountPage session={session} />} />
            <Route path="*" element={<NotFoundPage />} />
          </Routes>
        </Suspense>
      </ErrorBoundary>
    </Shell>
  );
}
