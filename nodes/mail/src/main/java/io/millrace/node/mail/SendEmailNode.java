// SPDX-License-Identifier: Apache-2.0
package io.millrace.node.mail;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.TenantId;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.outgoing.OutgoingAddresses;
import io.millrace.rule.plugin.PluginPorts;
import io.millrace.rule.sending.NodeSends;
import io.millrace.rule.sending.OutgoingSends;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import javax.net.SocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Sends the emails that the node "to email" has created. A message leaves by {@code Success} when the server has taken
 * its email for all recipients.
 */
@NodeType(
        id = "external.send-email",
        alias = "org.thingsboard.rule.engine.mail.TbSendEmailNode",
        group = NodeGroup.EXTERNAL,
        name = "send email",
        description = "Sends each email that the node \"to email\" has created to an SMTP server.",
        effect = true)
public final class SendEmailNode implements RuleNode {

    private static final int AT_ONCE = 8;

    private final @Nullable Mailer mailer;

    private SendEmailNode(@Nullable Mailer mailer) {
        this.mailer = mailer;
    }

    /** Returns the definition of this node type. */
    public static NodeDefinition<SendEmailConfiguration> definition(PluginPorts ports) {
        return NodeDefinition.of(
                SendEmailNode.class,
                SendEmailConfiguration.DEFAULTS,
                (configuration, node) ->
                        new SendEmailNode(
                                configuration.useSystemSmtpSettings()
                                        ? ofSystem(ports)
                                        : ofTenant(configuration, node.tenant(), ports)));
    }

    /** The operator decides where the operator's server is. */
    private static @Nullable Mailer ofSystem(PluginPorts ports) {
        SmtpServer server = SmtpServer.ofSystem(ports::setting);
        return server == null ? null : mailer(server, SocketFactory.getDefault(), _ -> {}, ports);
    }

    private static Mailer ofTenant(
            SendEmailConfiguration configuration, TenantId tenant, PluginPorts ports) {
        OutgoingAddresses addresses = ports.addresses();
        return mailer(
                SmtpServer.of(configuration),
                addresses.sockets(tenant),
                server -> {
                    if (server.proxy() != null) {
                        addresses.checkBehindProxy(tenant, server.host(), server.port());
                    }
                },
                ports);
    }

    private static Mailer mailer(
            SmtpServer server, SocketFactory sockets, Check check, PluginPorts ports) {
        return new Mailer(
                server,
                new SmtpClient(server, sockets, ports.clock()),
                check,
                ports.sends()
                        .open(
                                new OutgoingSends.Limits(
                                        AT_ONCE,
                                        Duration.ofMillis(3L * server.timeoutMs()),
                                        OutgoingSends.Order.ANY)));
    }

    /** Checks before a connection what its sockets cannot see. */
    @FunctionalInterface
    private interface Check {

        void of(SmtpServer server) throws IOException;
    }

    /** A server and the way to it. */
    private record Mailer(SmtpServer server, SmtpClient client, Check check, NodeSends sends) {

        NodeResult send(RuleMessage message, Email email) {
            return sends.send(
                    message,
                    () -> new NodeSends.Description("email to " + email.to(), email.subject()),
                    () -> {
                        check.of(server);
                        client.send(email);
                        return CompletableFuture.completedFuture(message);
                    });
        }
    }

    @Override
    public NodeResult process(RuleMessage message) {
        Email email = Email.of(message);
        return mailer == null
                ? new NodeResult.Failed(
                        message,
                        "this installation has no SMTP server of its own; the operator sets it in MILLRACE_NODES_MAIL_HOST")
                : mailer.send(message, email);
    }

    @Override
    public void close() {
        if (mailer != null) {
            mailer.sends().close();
        }
    }
}
