// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpAddressTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    http://localhost/api               | http://localhost/api
                    http://localhost                   | http://localhost
                    https://h:8443/a/b;c=1?x=1&y=a/b?c | https://h:8443/a/b;c=1?x=1&y=a/b?c
                    http://h/azAZ09-._~?azAZ09-._~/    | http://h/azAZ09-._~?azAZ09-._~/
                    http://h/`{@[/:^                   | http://h/%60%7B@%5B/:%5E
                    http://h/a b                       | http://h/a%20b
                    http://h/ü                         | http://h/%C3%BC
                    http://h/?d={"a": [1]}             | http://h/?d=%7B%22a%22:%20%5B1%5D%7D
                    http://h/a%20b                     | http://h/a%2520b
                    http://h/a?b#part                  | http://h/a?b
                    http://[::1]:80/x                  | http://[::1]:80/x
                    HTTP://h/x                         | HTTP://h/x
                    """)
    void encodesWhatMayNotStandInAnAddress(String text, String address) {
        assertThat(HttpAddress.of(text)).hasToString(address);
    }

    @Test
    void ignoresSpaceAround() {
        assertThat(HttpAddress.of(" http://h/x\n")).hasToString("http://h/x");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "h/x",
                "/x",
                "http:///x",
                "http://",
                "ftp://h/x",
                "file:///etc/passwd",
                "http://a b/",
                "http://h:port/",
                "${url}"
            })
    void refusesWhatLacksSchemeOrHost(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HttpAddress.of(text))
                .withMessageContaining("\"" + text + "\"");
    }
}
