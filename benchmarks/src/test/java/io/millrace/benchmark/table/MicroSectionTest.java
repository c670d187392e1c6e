// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class MicroSectionTest {

    @Test
    void aResultOfJmhIsARow() {
        String results =
                """
                [{"benchmark": "io.millrace.benchmark.ChainBenchmark.process",
                  "params": {"nodes": "11"},
                  "primaryMetric": {"score": 2320.4, "scoreError": 12.34, "scoreUnit": "ns/op"}},
                 {"benchmark": "io.millrace.benchmark.LaneBenchmark.inAndOut",
                  "primaryMetric": {"score": 5.04, "scoreError": "NaN", "scoreUnit": "ops/us"}}]
                """;

        assertThat(MicroSection.table(JsonMapper.shared().readTree(results)))
                .isEqualTo(
                        """
                        | benchmark | score | ± | unit |
                        | --- | ---: | ---: | --- |
                        | `ChainBenchmark.process`, nodes 11 | 2,320 | 12.3 | ns/op |
                        | `LaneBenchmark.inAndOut` | 5.04 | - | ops/us |
                        """);
    }
}
