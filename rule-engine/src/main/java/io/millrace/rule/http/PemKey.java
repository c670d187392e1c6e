// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.http;

import io.millrace.rule.node.InvalidConfigurationException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.jspecify.annotations.Nullable;

/** Reads a private key in PEM form (RFC 7468): PKCS #8 (RFC 5958), plain or encrypted, or PKCS #1 (RFC 8017). */
final class PemKey {

    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]*PRIVATE KEY)-----([^-]*)-----END \\1-----");
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");

    /** The algorithm identifier of RSA with NULL parameters, in DER. */
    private static final byte[] RSA_IDENTIFIER =
            HexFormat.of().parseHex("300d06092a864886f70d0101010500");

    private PemKey() {}

    /**
     * Reads a key.
     *
     * @param field the field that an error names
     * @throws InvalidConfigurationException if the text contains no readable key
     */
    static PrivateKey read(String field, String pem, @Nullable String password) {
        Matcher block = BLOCK.matcher(pem);
        if (!block.find()) {
            throw new InvalidConfigurationException(
                    field + ": expected a private key in PEM form, found none");
        }
        try {
            byte[] der = Base64.getMimeDecoder().decode(block.group(2));
            return switch (block.group(1)) {
                case "PRIVATE KEY" -> key(new PKCS8EncodedKeySpec(der));
                case "ENCRYPTED PRIVATE KEY" -> key(decrypted(der, password));
                case "RSA PRIVATE KEY" -> key(new PKCS8EncodedKeySpec(wrapped(der)));
                default ->
                        throw new InvalidConfigurationException(
                                "%s: expected a key in PKCS #8 or PKCS #1, got %s"
                                        .formatted(field, block.group(1)));
            };
        } catch (GeneralSecurityException | IOException | IllegalArgumentException e) {
            throw new InvalidConfigurationException(
                    "%s: expected a private key that can be read; %s"
                            .formatted(field, e.getMessage()),
                    e);
        }
    }

    private static PrivateKey key(PKCS8EncodedKeySpec spec) throws GeneralSecurityException {
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(spec);
            } catch (InvalidKeySpecException _) {
                // Only the key's own algorithm can read it, so the next one is tried.
            }
        }
        throw new InvalidKeySpecException("its algorithm is not one of " + ALGORITHMS);
    }

    private static PKCS8EncodedKeySpec decrypted(byte[] der, @Nullable String password)
            throws GeneralSecurityException, IOException {
        if (password == null) {
            throw new InvalidKeySpecException("it is encrypted and no password is set");
        }
        EncryptedPrivateKeyInfo info = new EncryptedPrivateKeyInfo(der);
        // For PBES2 (RFC 8018) only the parameters name the algorithm.
        String algorithm =
                info.getAlgName().equals("PBES2") || info.getAlgName().startsWith("1.")
                        ? info.getAlgParameters().toString()
                        : info.getAlgName();
        SecretKey secret =
                SecretKeyFactory.getInstance(algorithm)
                        .generateSecret(new PBEKeySpec(password.toCharArray()));
        Cipher cipher = Cipher.getInstance(algorithm);
        cipher.init(Cipher.DECRYPT_MODE, secret, info.getAlgParameters());
        return info.getKeySpec(cipher);
    }

    /** Wraps a PKCS #1 key in PKCS #8: version 0, the algorithm, the key as an octet string. */
    private static byte[] wrapped(byte[] pkcs1) {
        byte[] version = {2, 1, 0};
        byte[] key = element(0x04, pkcs1);
        return element(0x30, version, RSA_IDENTIFIER, key);
    }

    private static byte[] element(int tag, byte[]... contents) {
        int length = 0;
        for (byte[] content : contents) {
            length += content.length;
        }
        ByteBuffer der = ByteBuffer.allocate(length + 5);
        der.put((byte) tag);
        if (length < 0x80) {
            der.put((byte) length);
        } else if (length < 0x100) {
            der.put((byte) 0x81).put((byte) length);
        } else if (length < 0x10000) {
            der.put((byte) 0x82).putShort((short) length);
        } else {
            throw new IllegalArgumentException("the key is too long");
        }
        for (byte[] content : contents) {
            der.put(content);
        }
        byte[] bytes = new byte[der.position()];
        der.flip().get(bytes);
        return bytes;
    }
}
