// SPDX-License-Identifier: Apache-2.0
import { useQuery } from '@tanstack/react-query';
import { readPasswordPolicy } from '../api/account';
import type { PasswordPolicy } from '../model/password';

/** The server's rules for new passwords; undefined until they are known. */
export function usePasswordPolicy(): PasswordPolicy | undefined {
  const { data } = useQuery({
    queryKey: ['passwordPolicy'],
    queryFn: ({ signal }) => readPasswordPolicy(signal),
    staleTime: Infinity,
  });
  return data;
}
