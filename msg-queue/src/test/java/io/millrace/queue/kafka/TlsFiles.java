// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.Properties;

/**
 * A key pair with a self-signed certificate for 127.0.0.1, as key stores (PKCS12) and as PEM files. The broker and its
 * clients both identify themselves by it and trust it.
 *
 * @param keyStore holds the key pair
 * @param trustStore holds the certificate
 * @param certificate in PEM
 * @param key private key in PEM
 */
public record TlsFiles(Path keyStore, Path trustStore, Path certificate, Path key) {

    /** Password of both key stores. */
    public static final String PASSWORD = "a password for tests";

    private static final String ALIAS = "test";

    /** Generates a key pair. */
    public static TlsFiles generate(Path directory)
            throws IOException, InterruptedException, GeneralSecurityException {
        TlsFiles files =
                new TlsFiles(
                        directory.resolve("keys.p12"),
                        directory.resolve("trusted.p12"),
                        directory.resolve("certificate.pem"),
                        directory.resolve("key.pem"));
        files.generateKeyPair();
        files.export();
        return files;
    }

    private void generateKeyPair() throws IOException, InterruptedException {
        Process keytool =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "keytool")
                                        .toString(),
                                "-genkeypair",
                                "-alias",
                                ALIAS,
                                "-keyalg",
                                "EC",
                                "-groupname",
                                "secp256r1",
                                "-dname",
                                "CN=localhost",
                                "-ext",
                                "san=ip:127.0.0.1",
                                "-validity",
                                "2",
                                "-storetype",
                                "PKCS12",
                                "-keystore",
                                keyStore.toString(),
                                "-storepass",
                                PASSWORD)
                        .redirectErrorStream(true)
                        .start();
        String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (keytool.waitFor() != 0) {
            throw new IOException("keytool failed: " + output);
        }
    }

    private void export() throws IOException, GeneralSecurityException {
        KeyStore own = KeyStore.getInstance(keyStore.toFile(), PASSWORD.toCharArray());
        var generated = own.getCertificate(ALIAS);
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry(ALIAS, generated);
        try (OutputStream out = Files.newOutputStream(trustStore)) {
            trusted.store(out, PASSWORD.toCharArray());
        }
        writePem(certificate, "CERTIFICATE", generated.getEncoded());
        writePem(key, "PRIVATE KEY", own.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded());
    }

    private static void writePem(Path file, String type, byte[] content) throws IOException {
        String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        Files.writeString(
                file, "-----BEGIN %s-----%n%s%n-----END %s-----%n".formatted(type, base64, type));
    }

    /** Settings of a broker that demands certificates of its clients, too. */
    Properties brokerSettings() {
        Properties settings = new Properties();
        settings.setProperty("listener.security.protocol.map", "SSL:SSL,CONTROLLER:PLAINTEXT");
        settings.setProperty("security.inter.broker.protocol", "SSL");
        settings.setProperty("ssl.client.auth", "required");
        settings.setProperty("ssl.keystore.type", "PKCS12");
        settings.setProperty("ssl.keystore.location", keyStore.toString());
        settings.setProperty("ssl.keystore.password", PASSWORD);
        settings.setProperty("ssl.key.password", PASSWORD);
        settings.setProperty("ssl.truststore.type", "PKCS12");
        settings.setProperty("ssl.truststore.location", trustStore.toString());
        settings.setProperty("ssl.truststore.password", PASSWORD);
        return settings;
    }
}
