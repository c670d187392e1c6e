// SPDX-License-Identifier: Apache-2.0
import { Skeleton } from '@mantine/core';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { onSignInChange, signInState } from './api/session';
import { ErrorBoundary } from './components/ErrorBoundary';
import { RouteFault } from './components/RouteFault';
import { Shell, type Section } from './components/Shell';
import { DevicePage } from './pages/Device/DevicePage';
import { DevicesPage } from './pages/Devices/DevicesPage';
import { NotFoundPage } from './pages/NotFound/NotFoundPage';
import { SignInPage } from './pages/SignIn/SignInPage';
import { SystemPage } from './pages/System/SystemPage';

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

const SECTIONS: readonly Section[] = [
  { path: '/devices', name: 'Devices' },
  { path: '/rule-chains', name: 'Rule chains' },
];

/** Whoever is not signed in sees the sign-in page under every address, and afterwards what the address names. */
export function App() {
  const { session, expired } = useSyncExternalStore(onSignInChange, signInState);
  const { pathname } = useLocation();
  if (session === undefined) {
    return <SignInPage expired={expired} />;
  }
  if (session.isSystemAdministrator) {
    return (
      <Shell session={session} sections={[]}>
        <SystemPage />
      </Shell>
    );
  }
  return (
    <Shell session={session} sections={SECTIONS}>
      <ErrorBoundary key={pathname} fallback={(error) => <RouteFault error={error} />}>
        <Suspense fallback={<Skeleton height={420} />}>
          <Routes>
            <Route index element={<Navigate to="/devices" replace />} />
            <Route path="/devices" element={<DevicesPage />} />
            <Route path="/devices/:deviceId" element={<DevicePage />} />
            <Route path="/rule-chains" element={<RuleChainsPage />} />
            <Route path="/rule-chains/:chainId" element={<RuleChainPage />} />
            <Route path="/rule-chains/:chainId/versions" element={<RuleChainVersionsPage />} />
            <Route path="*" element={<NotFoundPage />} />
          </Routes>
        </Suspense>
      </ErrorBoundary>
    </Shell>
  );
}
