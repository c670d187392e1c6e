// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.http;

import io.millrace.rule.node.InvalidConfigurationException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * TLS credentials as PEM texts (RFC 7468). Blank texts count as absent.
 *
 * @param caCert authorities to trust, or null: the JVM's
 * @param cert own certificate, followed by intermediate certificates; with {@code privateKey}, or null
 * @param privateKey the certificate's key: PKCS #8, plain or encrypted, or PKCS #1
 * @param password password of an encrypted key, or null
 */
public record PemCredentials(
        @Nullable String caCert,
        @Nullable String cert,
        @Nullable String privateKey,
        @Nullable String password) {

    private static final char[] NO_PASSWORD = {};

    public PemCredentials {
        caCert = orNull(caCert);
        cert = orNull(cert);
        privateKey = orNull(privateKey);
    }

    /**
     * Returns a TLS context with these credentials.
     *
     * @throws InvalidConfigurationException if a text is invalid; the message names the field
     */
    public SSLContext sslContext() {
        try {
            KeyManagerFactory keys = keyManagers();
            TrustManagerFactory trust = trustManagers();
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(
                    keys == null ? null : keys.getKeyManagers(),
                    trust == null ? null : trust.getTrustManagers(),
                    new SecureRandom());
            return context;
        } catch (GeneralSecurityException e) {
            throw unusable(e);
        }
    }

    private static InvalidConfigurationException unusable(Exception e) {
        return new InvalidConfigurationException(
                "credentials: expected usable TLS credentials; " + e.getMessage(), e);
    }

    /**
     * Returns the authorities to trust, or null: the JVM's.
     *
     * @throws InvalidConfigurationException if a text is invalid; the message names the field
     */
    public @Nullable TrustManagerFactory trustManagers() {
        try {
            return caCert == null ? null : trusting(caCert);
        } catch (GeneralSecurityException | IOException e) {
            throw unusable(e);
        }
    }

    /**
     * Returns the own certificate with its key, or null if there is none.
     *
     * @throws InvalidConfigurationException if a text is invalid; the message names the field
     */
    public @Nullable KeyManagerFactory keyManagers() {
        try {
            return cert == null || privateKey == null ? null : holding(cert, privateKey);
        } catch (GeneralSecurityException | IOException e) {
            throw unusable(e);
        }
    }

    private static TrustManagerFactory trusting(String authorities)
            throws GeneralSecurityException, IOException {
        KeyStore store = emptyStore();
        int number = 0;
        for (Certificate authority : certificates("credentials.caCert", authorities)) {
            store.setCertificateEntry("ca-" + number++, authority);
        }
        TrustManagerFactory factory =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory;
    }

    private KeyManagerFactory holding(String ownCertificate, String ownKey)
            throws GeneralSecurityException, IOException {
        PrivateKey key = PemKey.read("credentials.privateKey", ownKey, password);
        Certificate[] chain =
                certificates("credentials.cert", ownCertificate).toArray(Certificate[]::new);
        KeyStore store = emptyStore();
        store.setKeyEntry("own", key, NO_PASSWORD, chain);
        KeyManagerFactory factory =
                KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, NO_PASSWORD);
        return factory;
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private static Collection<? extends Certificate> certificates(String field, String pem) {
        try {
            Collection<? extends Certificate> found =
                    CertificateFactory.getInstance("X.509")
                            .generateCertificates(
                                    new ByteArrayInputStream(
                                            pem.getBytes(StandardCharsets.US_ASCII)));
            if (found.isEmpty()) {
                throw new InvalidConfigurationException(
                        field + ": expected certificates in PEM form, found none");
            }
            return found;
        } catch (CertificateException e) {
            throw new InvalidConfigurationException(
                    field + ": expected certificates in PEM form; " + e.getMessage(), e);
        }
    }

    private static @Nullable String orNull(@Nullable String text) {
        return text == null || text.isBlank() ? null : text;
    }

    /** Returns a text without secrets. */
    @Override
    public String toString() {
        return "PemCredentials";
    }
}
