// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import java.awt.Color;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler.LegendPosition;

/** A plot of lines over a logarithmic axis. */
final class Plot {

    private static final int WIDTH = 900;
    private static final int HEIGHT = 500;

    /** A greater range than this has labels at powers of ten only; at more places they would overlap. */
    private static final double FEW_DECADES = 50;

    /** A smaller range than this has an axis that begins at 0. */
    private static final double ONE_DECADE = 10;

    private final String name;
    private final String title;
    private final String xTitle;
    private final String yTitle;
    private final Map<String, List<Point>> lines = new LinkedHashMap<>();

    /** A point of a line. */
    record Point(double x, double y) {

        /** A logarithmic axis shows only positive numbers. */
        boolean isShown() {
            return Double.isFinite(x) && Double.isFinite(y) && x > 0 && y > 0;
        }
    }

    /**
     * @param name of its file, without the ending
     * @param xTitle with the unit
     * @param yTitle with the unit
     */
    Plot(String name, String title, String xTitle, String yTitle) {
        this.name = name;
        this.title = title;
        this.xTitle = xTitle;
        this.yTitle = yTitle;
    }

    /** Adds a line; without points nothing is added. */
    void add(String line, List<Point> points) {
        List<Point> shown = points.stream().filter(Point::isShown).toList();
        if (!shown.isEmpty()) {
            lines.put(line, shown);
        }
    }

    boolean isEmpty() {
        return lines.isEmpty();
    }

    /** The link to the plot on the page. */
    String markdown() {
        return "![%s](images/%s.png)".formatted(title, name);
    }

    /** Writes the plot into the directory of the page's images. */
    void write(Path docs) throws IOException {
        Path images = Files.createDirectories(docs.resolve("images"));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        BitmapEncoder.saveBitmap(chart(), bytes, BitmapFormat.PNG);
        Files.write(images.resolve(name + ".png"), bytes.toByteArray());
    }

    /** The greatest value divided by the least. */
    private double span() {
        DoubleSummaryStatistics values =
                lines.values().stream()
                        .flatMap(List::stream)
                        .collect(Collectors.summarizingDouble(Point::y));
        return values.getMax() / values.getMin();
    }

    private XYChart chart() {
        XYChart chart =
                new XYChartBuilder()
                        .width(WIDTH)
                        .height(HEIGHT)
                        .title(title)
                        .xAxisTitle(xTitle)
                        .yAxisTitle(yTitle)
                        .build();
        chart.getStyler()
                .setXAxisLogarithmic(true)
                .setXAxisLogarithmicDecadeOnly(true)
                .setPlotGridLinesColor(new Color(0xDDDDDD))
                .setChartBackgroundColor(Color.WHITE)
                .setLegendPosition(LegendPosition.OutsideS)
                .setDecimalPattern("#,##0.###");
        if (span() < ONE_DECADE) {
            // A logarithmic axis would make small differences look large.
            chart.getStyler().setYAxisMin(0.0);
        } else {
            chart.getStyler()
                    .setYAxisLogarithmic(true)
                    .setYAxisLogarithmicDecadeOnly(span() > FEW_DECADES);
        }
        lines.forEach((line, points) ->
                chart.addSeries(
                        line,
                        points.stream().mapToDouble(Point::x).toArray(),
                        points.stream().mapToDouble(Point::y).toArray()));
        return chart;
    }
}
