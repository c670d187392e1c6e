// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.push;

import io.millrace.message.id.EntityType;
import io.millrace.message.id.RuleChainId;
import io.millrace.rule.store.TimedValue;
import io.millrace.server.platform.page.InvalidPageLinkException;
import io.millrace.server.runtime.push.Frames.Sent;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.entity.TenantEntity;
import io.millrace.server.web.security.SecurityUser;
import io.millrace.server.web.user.Authority;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;

/** Runs the commands of one session, one after the other. A command that cannot be run is answered with an error. */
final class CommandRunner {

    private static final Logger log = LoggerFactory.getLogger(CommandRunner.class);

    /** A command asks for at most this many values; more are for REST. */
    private static final int MAX_HISTORY_VALUES = 50_000;

    private final PushSessions sessions;
    private final SessionSubscriptions subscriptions;
    private final Sender sender;

    CommandRunner(PushSessions sessions, SessionSubscriptions subscriptions, Sender sender) {
        this.sessions = sessions;
        this.subscriptions = subscriptions;
        this.sender = sender;
    }

    /** Runs a command of the client once earlier answers have been sent; does nothing if the session has ended. */
    void run(Command command, Subscriber client) {
        if (!sender.awaitRoom()) {
            return;
        }
        SecurityUser user = client.user();
        try {
            switch (command) {
                case Command.History history -> answer(history, user);
                case Command.Read read -> subscribe(read, user);
                case Command.NodeStates(int cmdId, UUID chain) -> follow(cmdId, chain, client);
                case Command.Alarms alarms -> follow(alarms, client);
                case Command.Unsubscribe(int cmdId) -> unsubscribe(cmdId);
                case Command.Invalid(int cmdId, CommandType type, String message) ->
                        refuse(cmdId, type, Frames.BAD_REQUEST, message);
                case Command.Unsupported(int cmdId, CommandType type) -> refuse(cmdId, type);
            }
        } catch (ApiException refusal) {
            refuse(command, Frames.codeOf(refusal), String.valueOf(refusal.getMessage()));
        } catch (InvalidPageLinkException e) {
            refuse(command, Frames.BAD_REQUEST, String.valueOf(e.getMessage()));
        } catch (DataAccessException e) {
            log.warn("Cannot run a command of a WebSocket session: {}", e.toString());
            refuse(command, Frames.INTERNAL, Frames.DATABASE_AWAY);
        }
    }

    private void refuse(Command command, int code, String message) {
        CommandType type = command instanceof Command.Alarms alarms ? alarms.type() : null;
        refuse(command.cmdId(), type, code, message);
    }

    private void refuse(int cmdId, @Nullable CommandType type, int code, String message) {
        sender.reply(Frames.error(cmdId, type, code, message));
    }

    /** The end of a subscription that cannot exist needs no answer. */
    private void refuse(int cmdId, CommandType unsupported) {
        unsupported
                .updateType()
                .ifPresent(type ->
                        sender.reply(
                                Frames.error(
                                        cmdId,
                                        type,
                                        Frames.BAD_REQUEST,
                                        unsupported + " is not supported yet")));
    }

    private TenantEntity entity(Command.Read command, SecurityUser user) {
        return sessions.entities().require(user, command.target().type(), command.target().id());
    }

    private void answer(Command.History command, SecurityUser user) {
        sender.reply(
                frame(
                        command,
                        sessions.history(
                                entity(command, user), command.target(), command.range())));
    }

    private static String frame(Command.Read command, Map<String, List<TimedValue>> history) {
        return Frames.update(command.cmdId(), sent(history), command.target().strict());
    }

    private static Map<String, List<Sent>> sent(Map<String, List<TimedValue>> values) {
        Map<String, List<Sent>> sent = new LinkedHashMap<>();
        long count = 0;
        for (Map.Entry<String, List<TimedValue>> entry : values.entrySet()) {
            count += entry.getValue().size();
            sent.put(
                    entry.getKey(),
                    entry.getValue().stream()
                            .map(value -> new Sent(value.ts(), value.value()))
                            .toList());
        }
        if (count > MAX_HISTORY_VALUES) {
            throw ApiException.badRequest(
                    "limit: the answer has %d values, but at most %d are sent; read them over REST"
                            .formatted(count, MAX_HISTORY_VALUES));
        }
        return sent;
    }

    private void subscribe(Command.Read command, SecurityUser user) {
        subscriptions.requireFree(command.cmdId());
        TenantEntity entity = entity(command, user);
        Subscription subscription = new Subscription(subscriptions, command, entity);
        if (!subscriptions.add(subscription, user)) {
            return;
        }
        try {
            start(subscription, command, entity);
        } catch (ApiException | DataAccessException e) {
            subscriptions.end(subscription);
            throw e;
        }
    }

    private void start(Subscription subscription, Command.Read command, TenantEntity entity) {
        if (command instanceof Command.Live live) {
            Map<String, List<TimedValue>> history =
                    sessions.history(entity, live.target(), live.history());
            String frame = frame(live, history);
            subscriptions.start(
                    subscription,
                    outbox -> {
                        outbox.reply(frame);
                        subscription.startWithHistory(history, outbox);
                    });
        } else {
            Change current = sessions.current(entity.tenantId(), subscription);
            subscriptions.start(subscription, outbox -> subscription.start(current, outbox));
        }
    }

    private void follow(int cmdId, UUID chain, Subscriber client) {
        subscriptions.requireFree(cmdId);
        SecurityUser user = client.user();
        if (user.authority() != Authority.TENANT_ADMIN) {
            throw ApiException.forbidden("You don't have permission to perform this operation");
        }
        TenantEntity entity = sessions.entities().require(user, EntityType.RULE_CHAIN, chain);
        follow(cmdId, sessions.nodeStates(entity.tenantId(), new RuleChainId(chain)), client);
    }

    /** A command with the id of a subscription to alarms replaces it, as clients do that turn a page. */
    private void follow(Command.Alarms command, Subscriber client) {
        int cmdId = command.cmdId();
        if (subscriptions.find(cmdId) instanceof Feed former
                && former.source() instanceof AlarmSource) {
            boolean _ = subscriptions.end(former);
        }
        subscriptions.requireFree(cmdId);
        follow(cmdId, sessions.alarms(client.user(), command.selection(), command.page()), client);
    }

    private void follow(int cmdId, FeedSource source, Subscriber client) {
        Feed feed = new Feed(subscriptions, cmdId, source);
        if (!subscriptions.add(feed, client.user())) {
            return;
        }
        try {
            sessions.feeds().first(feed, client);
        } catch (ApiException | InvalidPageLinkException | DataAccessException e) {
            subscriptions.end(feed);
            throw e;
        }
    }

    private void unsubscribe(int cmdId) {
        SessionSubscription subscription = subscriptions.find(cmdId);
        if (subscription == null) {
            throw ApiException.badRequest(
                    "cmdId: this session has no subscription %d".formatted(cmdId));
        }
        subscriptions.end(subscription);
    }
}
