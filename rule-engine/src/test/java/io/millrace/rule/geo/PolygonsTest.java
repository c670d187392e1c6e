// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.geo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PolygonsTest {

    private static final String SQUARE = "[[0,0],[0,10],[10,10],[10,0]]";

    @ParameterizedTest
    @CsvSource({"5,5,true", "0.001,9.999,true", "-1,5,false", "5,11,false", "50,50,false"})
    void containsWhatLiesWithinItsRing(double latitude, double longitude, boolean inside) {
        assertThat(contains(SQUARE, latitude, longitude)).isEqualTo(inside);
    }

    @ParameterizedTest
    @CsvSource({"0,5", "5,0", "10,5", "0,0", "10,10"})
    void leavesItsBorderOutside(double latitude, double longitude) {
        assertThat(contains(SQUARE, latitude, longitude)).isFalse();
    }

    @Test
    void takesARingThatIsClosedAlready() {
        String closed = "[[0,0],[0,10],[10,10],[10,0],[0,0]]";

        assertThat(contains(closed, 5, 5)).isTrue();
        assertThat(contains(closed, 5, 11)).isFalse();
    }

    @Test
    void takesTheFirstNumberAsTheLatitude() {
        String tall = "[[0,0],[0,1],[10,1],[10,0]]";

        assertThat(contains(tall, 9, 0.5)).isTrue();
        assertThat(contains(tall, 0.5, 9)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[[1,2],[3,6]]", "[[3,6],[1,2]]", "[[1,6],[3,2]]"})
    void takesTwoPointsAsOppositeCornersOfARectangle(String corners) {
        assertThat(contains(corners, 2, 3)).isTrue();
        assertThat(contains(corners, 2.9, 5.9)).isTrue();
        assertThat(contains(corners, 1, 3)).isFalse();
        assertThat(contains(corners, 0.9, 3)).isFalse();
        assertThat(contains(corners, 2, 6.1)).isFalse();
    }

    @Test
    void takesNumbersAsTexts() {
        assertThat(contains("[[\"0\",\"0\"],[\"2.5\",\"2.5\"]]", 1, 1)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[[[0,0],[2,2]],[[10,10],[12,12]]]",
                "[[[[0,0],[2,2]]],[[10,10],[12,12]]]",
                "[[[[0,0],[2,2]],[[10,10],[12,12]]]]"
            })
    void containsWhatAnyOfSeveralPolygonsDoesHoweverDeepTheyLie(String several) {
        assertThat(contains(several, 1, 1)).isTrue();
        assertThat(contains(several, 11, 11)).isTrue();
        assertThat(contains(several, 5, 5)).isFalse();
    }

    @Test
    void takesAPolygonInsideAnotherAsAHole() {
        String ring = "[%s,[[4,4],[6,6]]]".formatted(SQUARE);

        assertThat(contains(ring, 2, 2)).isTrue();
        assertThat(contains(ring, 5, 5)).isFalse();
        assertThat(contains(ring, 4, 5)).isFalse();
    }

    @Test
    void takesAHoleWhereverItStandsInTheList() {
        assertThat(contains("[[[4,4],[6,6]],%s]".formatted(SQUARE), 5, 5)).isFalse();
    }

    @Test
    void takesAPolygonInsideAHoleAsPartOfTheHole() {
        assertThat(contains("[%s,[[2,2],[8,8]],[[4,4],[6,6]]]".formatted(SQUARE), 5, 5)).isFalse();
    }

    @Test
    void leavesAHoleOutEvenWhereAnotherPolygonCoversIt() {
        assertThat(contains("[%s,[[4,4],[6,6]],[[5,5],[20,20]]]".formatted(SQUARE), 5.5, 5.5))
                .isFalse();
    }

    @Test
    void joinsPolygonsThatOverlapOrTouch() {
        String touching = "[[[0,0],[2,2]],[[2,0],[4,2]],[[3,1],[6,6]]]";

        assertThat(contains(touching, 2, 1)).isTrue();
        assertThat(contains(touching, 3.5, 1.5)).isTrue();
        assertThat(contains(touching, 0, 1)).isFalse();
    }

    @Test
    void takesTwoEqualPolygonsAsOne() {
        assertThat(contains("[%s,%s]".formatted(SQUARE, SQUARE), 5, 5)).isTrue();
    }

    @Test
    void repairsSidesThatCross() {
        String bow = "[[0,0],[2,2],[0,2],[2,0]]";

        assertThat(contains(bow, 1, 0.5)).isTrue();
        assertThat(contains(bow, 1, 1.5)).isTrue();
        assertThat(contains(bow, 0.2, 1)).isFalse();
        assertThat(contains(bow, 1, 1)).isFalse();
    }

    @Test
    void containsNothingWhereItHasNoArea() {
        assertThat(contains("[[0,0],[0,5]]", 0, 2)).isFalse();
        assertThat(contains("[[0,0],[1,1],[2,2]]", 1, 1)).isFalse();
    }

    @Test
    void doesNotKnowTheDateLine() {
        assertThat(contains("[[-10,170],[10,-170]]", 0, 0)).isTrue();
        assertThat(contains("[[-10,170],[10,-170]]", 0, 180)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    ''            | p: must be a list of points, not nothing
                    []            | p: must be a list of points, not []
                    {}            | p: must be a list of points, not {}
                    nonsense      | p: must be a list of points, not "nonsense"
                    [[0,0],[1,1]  | p: must be a list of points, not "[[0,0],[1,1]"
                    [1,2]         | p: must be a list of points, not 1
                    [[]]          | p: must be a list of points, not []
                    [[1,2]]       | p: must be two points or more, not [[1,2]]
                    [[1,2],[3]]   | p: must be a point [latitude, longitude], not [3]
                    [[1,2],[3,4,5]] | p: must be a point [latitude, longitude], not [3,4,5]
                    [[1,2],3]     | p: must be a point [latitude, longitude], not 3
                    [[1,2],["x",4]] | p: must be a number, not "x"
                    [[1,2],[null,4]] | p: must be a number, not null
                    [[1,2],["NaN",4]] | p: must be a number, not NaN
                    """)
    void refusesATextThatDescribesNoArea(String text, String reason) {
        assertThatThrownBy(() -> Polygons.of("p", text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(reason);
    }

    @Test
    void takesAFineRing() {
        String circle =
                IntStream.range(0, 1_000)
                        .mapToObj(i -> i * 2 * Math.PI / 1_000)
                        .map(angle -> "[%s,%s]".formatted(Math.cos(angle), Math.sin(angle)))
                        .collect(Collectors.joining(",", "[", "]"));

        assertThat(contains(circle, 0.7, 0.7)).isTrue();
        assertThat(contains(circle, 0.8, 0.8)).isFalse();
    }

    @Test
    void takesAsManyPointsAsItsBoundAndNoMore() {
        // The point that closes the ring counts, too.
        assertThat(contains(parabola(Polygons.MOST_POINTS - 1), 2, 5_000)).isTrue();
        assertThatThrownBy(() -> Polygons.of("p", parabola(Polygons.MOST_POINTS)))
                .hasMessage("p: must be at most 5000 points, not 5001");
    }

    private static String parabola(int points) {
        return IntStream.range(0, points)
                .mapToObj(i -> "[%d,%d]".formatted(i, (long) i * i))
                .collect(Collectors.joining(",", "[", "]"));
    }

    @Test
    void takesAsManyPolygonsAsItsBoundAndNoMore() {
        assertThat(contains(squares(Polygons.MOST_POLYGONS), 99.25, 0.5)).isTrue();
        assertThatThrownBy(() -> Polygons.of("p", squares(Polygons.MOST_POLYGONS + 1)))
                .hasMessage("p: must be at most 100 polygons, not 101");
    }

    private static String squares(int number) {
        return IntStream.range(0, number)
                .mapToObj(i -> "[[%d,0],[%d.5,1]]".formatted(i, i))
                .collect(Collectors.joining(",", "[", "]"));
    }

    @Test
    void refusesATangleBeforeItIsRepaired() {
        Random random = new Random(7);
        List<String> points =
                random.doubles(300)
                        .boxed()
                        .map(x -> "[%s,%s]".formatted(x, random.nextDouble()))
                        .toList();

        assertThatThrownBy(() -> Polygons.of("p", points.toString()))
                .hasMessage("p: must be at most 200 crossings of sides, not more");
    }

    private static boolean contains(String text, double latitude, double longitude) {
        return Polygons.of("p", text).contains(new GeoPosition(latitude, longitude));
    }
}
