// SPDX-License-Identifier: Apache-2.0
package io.millrace.node.mail;

import io.millrace.rule.outgoing.OutgoingRefusedException;
import jakarta.activation.DataHandler;
import jakarta.activation.DataSource;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Clock;
import java.util.Date;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeoutException;
import javax.net.SocketFactory;
import org.jspecify.annotations.Nullable;

/** Sends emails to a server, each over a connection of its own. Blocks. Safe for use by many threads. */
final class SmtpClient {

    private final SmtpServer server;
    private final Session session;
    private final Clock clock;

    /**
     * Creates a client; connects nowhere.
     *
     * @param sockets opens the connections
     */
    SmtpClient(SmtpServer server, SocketFactory sockets, Clock clock) {
        this.server = server;
        this.session = Session.getInstance(properties(server, sockets));
        this.clock = clock;
    }

    private static Properties properties(SmtpServer server, SocketFactory sockets) {
        Properties properties = new Properties();
        String prefix = server.isTls() ? "mail.smtps." : "mail.smtp.";
        properties.put(prefix + "socketFactory", sockets);
        properties.put(prefix + "socketFactory.fallback", "false");
        properties.put(prefix + "auth", Boolean.toString(server.user() != null));
        properties.put(prefix + "starttls.enable", Boolean.toString(server.startTls()));
        // Without it a server, or someone in between, decides that the password is sent in the
        // clear.
        properties.put(prefix + "starttls.required", Boolean.toString(server.startTls()));
        properties.put(prefix + "ssl.checkserveridentity", "true");
        String timeout = Integer.toString(server.timeoutMs());
        properties.put(prefix + "connectiontimeout", timeout);
        properties.put(prefix + "timeout", timeout);
        properties.put(prefix + "writetimeout", timeout);
        if (server.tlsVersions() != null) {
            properties.put(prefix + "ssl.protocols", server.tlsVersions());
        }
        SmtpServer.Proxy proxy = server.proxy();
        if (proxy != null) {
            properties.put(prefix + "proxy.host", proxy.host());
            properties.put(prefix + "proxy.port", Integer.toString(proxy.port()));
            if (proxy.user() != null) {
                properties.put(prefix + "proxy.user", proxy.user().name());
                properties.put(prefix + "proxy.password", proxy.user().password());
            }
        }
        return properties;
    }

    /**
     * Sends an email; returns when the server has taken it for all recipients.
     *
     * @throws TimeoutException if the server does not answer in time
     * @throws MessagingException if the server refuses it, or an address is not valid
     */
    void send(Email email) throws MessagingException, TimeoutException, IOException {
        // The library finds its own parts by the class loader of the thread.
        Thread.currentThread().setContextClassLoader(SmtpClient.class.getClassLoader());
        try {
            MimeMessage message = message(email);
            try (Transport transport = session.getTransport(server.isTls() ? "smtps" : "smtp")) {
                SmtpServer.Login user = server.user();
                transport.connect(
                        server.host(),
                        server.port(),
                        user == null ? null : user.name(),
                        user == null ? null : user.password());
                transport.sendMessage(message, message.getAllRecipients());
            }
        } catch (MessagingException e) {
            throw described(e);
        }
    }

    /** Returns the failure that the library has wrapped, if it says more. */
    private MessagingException described(MessagingException error)
            throws TimeoutException, IOException {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof SocketTimeoutException) {
                throw new TimeoutException(
                        "no answer from %s:%d within %d ms"
                                .formatted(server.host(), server.port(), server.timeoutMs()));
            }
            if (cause instanceof OutgoingRefusedException refused) {
                throw refused;
            }
        }
        return error;
    }

    private MimeMessage message(Email email) throws MessagingException {
        MimeMessage message = new MimeMessage(session);
        message.setFrom(new InternetAddress(sender(email), true));
        recipients(message, Message.RecipientType.TO, email.to());
        recipients(message, Message.RecipientType.CC, email.cc());
        recipients(message, Message.RecipientType.BCC, email.bcc());
        message.setSubject(email.subject().replaceAll("\\R", " "), "UTF-8");
        message.setSentDate(Date.from(clock.instant()));
        if (email.images().isEmpty()) {
            message.setText(email.body(), "UTF-8", email.html() ? "html" : "plain");
        } else {
            message.setContent(withPictures(email));
        }
        message.saveChanges();
        return message;
    }

    private String sender(Email email) {
        String sender = email.from() == null ? server.sender() : email.from();
        if (sender == null) {
            throw new IllegalArgumentException("from: must not be blank");
        }
        return sender;
    }

    private static void recipients(
            MimeMessage message, Message.RecipientType type, @Nullable String addresses)
            throws MessagingException {
        if (addresses != null) {
            message.setRecipients(type, InternetAddress.parse(addresses, true));
        }
    }

    private static MimeMultipart withPictures(Email email) throws MessagingException {
        MimeMultipart parts = new MimeMultipart("related");
        MimeBodyPart body = new MimeBodyPart();
        body.setText(email.body(), "UTF-8", email.html() ? "html" : "plain");
        parts.addBodyPart(body);
        for (Map.Entry<String, DataSource> image : email.images().entrySet()) {
            MimeBodyPart part = new MimeBodyPart();
            part.setDataHandler(new DataHandler(image.getValue()));
            part.setContentID("<" + image.getKey().replaceAll("[\\s<>]", "") + ">");
            part.setDisposition(MimeBodyPart.INLINE);
            parts.addBodyPart(part);
        }
        return parts;
    }
}
