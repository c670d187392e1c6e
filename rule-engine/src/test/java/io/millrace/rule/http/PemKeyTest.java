// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.rule.node.InvalidConfigurationException;
import java.security.AlgorithmParameters;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PemKeyTest {

    /** What stands before the key itself in the PKCS #8 form of an RSA key of 2,048 bits. */
    private static final int ENVELOPE = 26;

    @ParameterizedTest
    @ValueSource(strings = {"RSA", "EC", "Ed25519"})
    void readsPkcs8(String algorithm) throws Exception {
        PrivateKey key = key(algorithm);

        assertThat(read(TestIdentity.pem("PRIVATE KEY", key.getEncoded()), null)).isEqualTo(key);
    }

    @Test
    void readsPkcs1() throws Exception {
        PrivateKey key = key("RSA");
        byte[] pkcs8 = key.getEncoded();
        byte[] pkcs1 = Arrays.copyOfRange(pkcs8, ENVELOPE, pkcs8.length);

        assertThat(read(TestIdentity.pem("RSA PRIVATE KEY", pkcs1), null)).isEqualTo(key);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PBEWithHmacSHA256AndAES_256",
                "PBEWithHmacSHA512AndAES_128",
                "PBEWithSHA1AndDESede"
            })
    void readsEncryptedPkcs8(String encryption) throws Exception {
        PrivateKey key = key("EC");

        assertThat(read(encrypted(key, encryption), "secret")).isEqualTo(key);
    }

    @Test
    void refusesAWrongPasswordWithoutNamingIt() throws Exception {
        String pem = encrypted(key("EC"), "PBEWithHmacSHA256AndAES_256");

        assertThatThrownBy(() -> read(pem, "guess"))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith("field: expected a private key that can be read; ")
                .hasMessageNotContaining("guess");
        assertThatThrownBy(() -> read(pem, null))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContaining("no password");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no key",
                "-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----",
                "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----",
                "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----"
            })
    void refusesWhatIsNoKeyThatItCanRead(String pem) {
        assertThatThrownBy(() -> read(pem, null))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith("field: expected");
    }

    private static PrivateKey read(String pem, @Nullable String password) {
        return PemKey.read("field", pem, password);
    }

    private static PrivateKey key(String algorithm) throws Exception {
        return KeyPairGenerator.getInstance(algorithm).generateKeyPair().getPrivate();
    }

    private static String encrypted(PrivateKey key, String encryption) throws Exception {
        Cipher cipher = Cipher.getInstance(encryption);
        cipher.init(
                Cipher.ENCRYPT_MODE,
                SecretKeyFactory.getInstance(encryption)
                        .generateSecret(new PBEKeySpec("secret".toCharArray())));
        byte[] content = cipher.doFinal(key.getEncoded());
        AlgorithmParameters parameters = cipher.getParameters();
        if (encryption.startsWith("PBEWithHmac")) {
            // The name under which the JDK knows this family's identifier (RFC 8018).
            parameters = AlgorithmParameters.getInstance("PBES2");
            parameters.init(cipher.getParameters().getEncoded());
        }
        return TestIdentity.pem(
                "ENCRYPTED PRIVATE KEY",
                new EncryptedPrivateKeyInfo(parameters, content).getEncoded());
    }
}
