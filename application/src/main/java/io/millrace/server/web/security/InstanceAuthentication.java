// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.security;

import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.core.authority.AuthorityUtils;

/** The authentication of another instance. It has no authority, so no endpoint of the API admits it. */
final class InstanceAuthentication extends AbstractAuthenticationToken {

    private static final long serialVersionUID = 1;

    private final transient InstanceCaller caller;

    InstanceAuthentication(InstanceCaller caller) {
        super(AuthorityUtils.NO_AUTHORITIES);
        this.caller = caller;
        super.setAuthenticated(true);
    }

    @Override
    public InstanceCaller getPrincipal() {
        return caller;
    }

    /** Empty: the token is not needed after its check. */
    @Override
    public String getCredentials() {
        return "";
    }
}
