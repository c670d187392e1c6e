// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.account;

import io.millrace.message.id.EntityType;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.message.id.UserId;
import io.millrace.server.registry.entity.EntityNoun;
import io.millrace.server.registry.entity.Refusals;
import io.millrace.server.registry.relation.Relations;
import io.millrace.server.registry.tenantprofile.EntityLimit;
import io.millrace.server.registry.tenantprofile.TenantLimits;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.user.Activations;
import io.millrace.server.web.user.Activations.Activation;
import io.millrace.server.web.user.Login;
import io.millrace.server.web.user.User;
import io.millrace.server.web.user.UserRepository;
import io.millrace.server.web.user.UsersShutOut;
import java.time.Clock;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Adds, changes, disables and deletes accounts. */
@Component
final class Accounts {

    private static final Logger log = LoggerFactory.getLogger(Accounts.class);

    private static final Refusals REFUSALS =
            new Refusals(
                    EntityNoun.of(EntityType.USER),
                    "email",
                    "user_account_email_key",
                    Map.of(
                            "user_account_customer_fkey",
                            "customerId: the tenant has no such customer"));

    private final UserRepository users;
    private final Activations activations;
    private final TenantLimits limits;
    private final Relations relations;
    private final ApplicationEventPublisher events;
    private final TransactionTemplate transaction;
    private final Clock clock;

    Accounts(
            UserRepository users,
            Activations activations,
            TenantLimits limits,
            Relations relations,
            ApplicationEventPublisher events,
            PlatformTransactionManager transactions,
            Clock clock) {
        this.users = users;
        this.activations = activations;
        this.limits = limits;
        this.relations = relations;
        this.events = events;
        this.transaction = new TransactionTemplate(transactions);
        this.clock = clock;
    }

    /** A new account that has no password yet. */
    User create(UserRequest request, Role role) {
        long now = clock.millis();
        User user = request.asNew(new UserId(TimeOrderedUuid.at(now)), now, role);
        explaining(
                user,
                () ->
                        transaction.executeWithoutResult(_ -> {
                            limits.requireRoom(user.tenantId(), EntityLimit.USERS);
                            users.addWithoutPassword(user);
                        }));
        log.info("User {} of tenant {} created", user.id(), user.tenantId());
        return load(user.id());
    }

    User change(User stored, UserRequest request) {
        REFUSALS.requireVersion(request.version(), stored.version(), stored.id().id());
        User changed = request.changed(stored);
        explaining(
                changed,
                () -> {
                    if (!users.update(changed)) {
                        throw REFUSALS.conflict(stored.id().id());
                    }
                });
        log.info("User {} of tenant {} changed", stored.id(), stored.tenantId());
        return load(stored.id());
    }

    /** Enables an account, or disables it, which ends its sessions. */
    void setEnabled(Login login, boolean enabled) {
        User user = login.user();
        if (enabled && login.passwordHash() == null) {
            throw ApiException.badRequest("The user has not chosen a password yet");
        }
        users.setEnabled(user.id(), enabled);
        events.publishEvent(new UsersShutOut());
        log.info(
                "User {} of tenant {} {}",
                user.id(),
                user.tenantId(),
                enabled ? "enabled" : "disabled");
    }

    /** Deletes an account with its relations: its sessions end. */
    void delete(User user) {
        transaction.executeWithoutResult(_ -> {
            users.delete(user.id());
            relations.entityDeleted(user.tenantId(), user.id().entity());
        });
        events.publishEvent(new UsersShutOut());
        log.info("User {} of tenant {} deleted", user.id(), user.tenantId());
    }

    /** The activation with which a user chooses the first password. */
    Activation activation(User user) {
        return activations
                .of(user.id())
                .orElseThrow(() -> ApiException.badRequest("The user is active already"));
    }

    private User load(UserId id) {
        return users.find(id).map(Login::user).orElseThrow(() -> REFUSALS.conflict(id.id()));
    }

    private static void explaining(User user, Runnable work) {
        Refusals refusals =
                REFUSALS.with(
                        "user_account_tenant_id_fkey",
                        "tenantId: there is no tenant " + user.tenantId());
        refusals.explain(
                user.email(),
                () -> {
                    work.run();
                    return user;
                });
    }
}
