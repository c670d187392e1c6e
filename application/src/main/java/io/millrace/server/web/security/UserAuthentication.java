// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.security;

import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.core.authority.AuthorityUtils;

/** The authentication of a caller with a valid access token. */
final class UserAuthentication extends AbstractAuthenticationToken {

    private static final long serialVersionUID = 1;

    private final transient SecurityUser user;

    UserAuthentication(SecurityUser user) {
        super(AuthorityUtils.createAuthorityList(user.authority().name()));
        this.user = user;
        super.setAuthenticated(true);
    }

    @Override
    public SecurityUser getPrincipal() {
        return user;
    }

    /** Empty: the token is not needed after its check. */
    @Override
    public String getCredentials() {
        return "";
    }
}
