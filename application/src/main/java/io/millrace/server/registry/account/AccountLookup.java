// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.account;

import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.UserId;
import io.millrace.server.web.entity.EntityLookup;
import io.millrace.server.web.user.Login;
import io.millrace.server.web.user.UserRepository;
import java.util.Optional;
import java.util.UUID;
import org.springframework.stereotype.Component;

/** Loads accounts for requests that name an entity of any type. */
@Component
final class AccountLookup implements EntityLookup<Account> {

    private final UserRepository users;

    AccountLookup(UserRepository users) {
        this.users = users;
    }

    @Override
    public EntityType type() {
        return EntityType.USER;
    }

    @Override
    public Optional<Account> find(TenantId tenant, UUID id) {
        return users.find(new UserId(id))
                .map(Login::user)
                .filter(user -> user.tenantId().equals(tenant))
                .map(Account::new);
    }
}
