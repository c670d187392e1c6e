// SPDX-License-Identifier: Apache-2.0
import { useSyncExternalStore } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { onSignInChange, signInState } from './api/session';
import { Shell } from './components/Shell';
import { DevicePage } from './pages/Device/DevicePage';
import { DevicesPage } from './pages/Devices/DevicesPage';
import { NotFoundPage } from './pages/NotFound/NotFoundPage';
import { SignInPage } from './pages/SignIn/SignInPage';
import { SystemPage } from './pages/System/SystemPage';

/** Whoever is not signed in sees the sign-in page under every address, and afterwards what the address names. */
export function App() {
  const { session, expired } = useSyncExternalStore(onSignInChange, signInState);
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
    <Shell session={session} sections={[{ path: '/devices', name: 'Devices' }]}>
      <Routes>
        <Route index element={<Navigate to="/devices" replace />} />
        <Route path="/devices" element={<DevicesPage />} />
        <Route path="/devices/:deviceId" element={<DevicePage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Shell>
  );
}
