// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A self-signed certificate for this machine and its key, made by the JDK's keytool for one test.
 *
 * @param cert the certificate in PEM form
 * @param privateKey its key in PEM form, PKCS #8
 */
record TestIdentity(String cert, String privateKey) {

    private static final String PASSWORD = "only-for-a-moment";

    static TestIdentity make(Path directory, String name) {
        Path file = directory.resolve(name + ".p12");
        try {
            Process keytool =
                    new ProcessBuilder(
                                    List.of(
                                            Path.of(
                                                            System.getProperty("java.home"),
                                                            "bin",
                                                            "keytool")
                                                    .toString(),
                                            "-genkeypair",
                                            "-keystore",
                                            file.toString(),
                                            "-storetype",
                                            "PKCS12",
                                            "-storepass",
                                            PASSWORD,
                                            "-alias",
                                            "own",
                                            "-keyalg",
                                            "EC",
                                            "-dname",
                                            "CN=" + name,
                                            "-ext",
                                            "san=dns:localhost,ip:127.0.0.1",
                                            "-validity",
                                            "2"))
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
            if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
                throw new AssertionError("keytool made no certificate");
            }
            return read(file);
        } catch (IOException | GeneralSecurityException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private static TestIdentity read(Path file) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        Key key = store.getKey("own", PASSWORD.toCharArray());
        return new TestIdentity(
                pem("CERTIFICATE", store.getCertificate("own").getEncoded()),
                pem("PRIVATE KEY", key.getEncoded()));
    }

    static String pem(String label, byte[] der) {
        return "-----BEGIN %1$s-----%n%2$s%n-----END %1$s-----%n"
                .formatted(label, Base64.getMimeEncoder().encodeToString(der));
    }
}
