// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.account;

import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.message.id.UserId;
import io.millrace.server.api.ApiException;
import io.millrace.server.api.Constraints;
import io.millrace.server.tenantprofile.EntityLimit;
import io.millrace.server.tenantprofile.TenantLimits;
import io.millrace.server.user.Activations;
import io.millrace.server.user.Authority;
import io.millrace.server.user.Login;
import io.millrace.server.user.User;
import io.millrace.server.user.UserRepository;
import io.millrace.server.user.UsersDeleted;
import java.time.Clock;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Makes, changes and deletes the accounts of tenants' administrators. */
@Component
final class TenantAdministrators {

    private static final Logger log = LoggerFactory.getLogger(TenantAdministrators.class);

    private final UserRepository users;
    private final Activations activations;
    private final TenantLimits limits;
    private final ApplicationEventPublisher events;
    private final TransactionTemplate transaction;
    private final Clock clock;

    TenantAdministrators(
            UserRepository users,
            Activations activations,
            TenantLimits limits,
            ApplicationEventPublisher events,
            PlatformTransactionManager transactions,
            Clock clock) {
        this.users = users;
        this.activations = activations;
        this.limits = limits;
        this.events = events;
        this.transaction = new TransactionTemplate(transactions);
        this.clock = clock;
    }

    /** The administrator with an id; 404 for everybody else's id. */
    User require(UUID id) {
        return users.find(new UserId(id))
                .map(Login::user)
                .filter(user -> user.authority() == Authority.TENANT_ADMIN)
                .orElseThrow(() ->
                        ApiException.notFound("User with id [%s] is not found".formatted(id)));
    }

    /** A new account that has no password yet. */
    User create(UserRequest request) {
        long now = clock.millis();
        User user = request.asNew(new UserId(TimeOrderedUuid.at(now)), now);
        naming(
                user,
                () ->
                        transaction.executeWithoutResult(_ -> {
                            limits.requireRoom(user.tenantId(), EntityLimit.USERS);
                            users.addWithoutPassword(user);
                        }));
        log.info("User {} of tenant {} created", user.id(), user.tenantId());
        return require(user.id().id());
    }

    User change(User stored, UserRequest request) {
        Long seen = request.version();
        if (seen != null && seen != stored.version()) {
            throw conflict(stored.id());
        }
        User changed = request.changed(stored);
        naming(
                changed,
                () -> {
                    if (!users.update(changed)) {
                        throw conflict(stored.id());
                    }
                });
        log.info("User {} of tenant {} changed", stored.id(), stored.tenantId());
        return require(stored.id().id());
    }

    /** Deletes an account: its sessions end. */
    void delete(User user) {
        users.delete(user.id());
        events.publishEvent(new UsersDeleted());
        log.info("User {} of tenant {} deleted", user.id(), user.tenantId());
    }

    /** The token with which a user chooses the first password. */
    String activationToken(User user) {
        return activations
                .tokenOf(user.id())
                .orElseThrow(() -> ApiException.badRequest("The user is active already"));
    }

    /** Says which field it was, where a constraint of the schema refuses it. */
    private static void naming(User user, Runnable work) {
        try {
            work.run();
        } catch (DataIntegrityViolationException violation) {
            throw switch (Constraints.violatedBy(violation)) {
                case "user_account_email_key" ->
                        ApiException.badRequest(
                                "email: a user '%s' exists already".formatted(user.email()));
                case "user_account_tenant_id_fkey" ->
                        ApiException.badRequest("tenantId: there is no tenant " + user.tenantId());
                default -> violation;
            };
        }
    }

    private static ApiException conflict(UserId id) {
        return ApiException.versionConflict(
                "User %s was changed by somebody else; load it again".formatted(id));
    }
}
