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
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
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
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keyManagers(), trustManagers(), new SecureRandom());
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new InvalidConfigurationException(
                    "credentials: expected usable TLS credentials, but " + e.getMessage(), e);
        }
    }

    private TrustManager @Nullable [] trustManagers() throws GeneralSecurityException, IOException {
        if (caCert == null) {
            return null;
        }
        KeyStore store = emptyStore();
        int number = 0;
        for (Certificate authority : certificates("credentials.caCert", caCert)) {
            store.setCertificateEntry("ca-" + number++, authority);
        }
        TrustManagerFactory factory =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    private KeyManager @Nullable [] keyManagers() throws GeneralSecurityException, IOException {
        if (cert == null || privateKey == null) {
            return null;
        }
        PrivateKey key = PemKey.read("credentials.privateKey", privateKey, password);
        Certificate[] chain = certificates("credentials.cert", cert).toArray(Certificate[]::new);
        KeyStore store = emptyStore();
        store.setKeyEntry("own", key, NO_PASSWORD, chain);
        KeyManagerFactory factory =
                KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, NO_PASSWORD);
        return factory.getKeyManagers();
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
                        field + ": expected certificates in PEM form, but found none");
            }
            return found;
        } catch (CertificateException e) {
            throw new InvalidConfigurationException(
                    field + ": expected certificates in PEM form, but " + e.getMessage(), e);
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
