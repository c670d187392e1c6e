// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import javax.net.ssl.TrustManagerFactory;

/**
 * A certificate for localhost, made by the JDK's keytool, and its key.
 *
 * @param certificate PEM file
 * @param key PEM file
 * @param trust trusts the certificate
 */
public record PemFiles(Path certificate, Path key, TrustManagerFactory trust) {

    private static final String PASSWORD = "changeit";

    public static PemFiles in(Path folder)
            throws IOException, GeneralSecurityException, InterruptedException {
        Path store = folder.resolve("store.p12");
        Process keytool =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "keytool")
                                        .toString(),
                                "-genkeypair",
                                "-alias",
                                "mqtt",
                                "-keyalg",
                                "EC",
                                "-dname",
                                "CN=localhost",
                                "-ext",
                                "SAN=DNS:localhost,IP:127.0.0.1",
                                "-storetype",
                                "PKCS12",
                                "-keystore",
                                store.toString(),
                                "-storepass",
                                PASSWORD)
                        .inheritIO()
                        .start();
        assertThat(keytool.waitFor()).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        Certificate certificate = keys.getCertificate("mqtt");
        return new PemFiles(
                pem(folder, "CERTIFICATE", certificate.getEncoded()),
                pem(
                        folder,
                        "PRIVATE KEY",
                        keys.getKey("mqtt", PASSWORD.toCharArray()).getEncoded()),
                trust(certificate));
    }

    private static Path pem(Path folder, String label, byte[] der) throws IOException {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        return Files.writeString(
                folder.resolve(label.replace(' ', '-') + ".pem"),
                "-----BEGIN %1$s-----%n%2$s%n-----END %1$s-----%n".formatted(label, body));
    }

    private static TrustManagerFactory trust(Certificate certificate)
            throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("mqtt", certificate);
        TrustManagerFactory trust =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        return trust;
    }
}
