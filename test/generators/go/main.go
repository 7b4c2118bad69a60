// Uploads, saves and gets an image by the client that oapi-codegen writes.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"

	"example.com/generators/api"
)

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

type printed struct {
	OriginalFilename *string           `json:"originalFilename"`
	Width            int               `json:"width"`
	Height           int               `json:"height"`
	Metadata         map[string]string `json:"metadata"`
	Problem          string            `json:"problem"`
}

func main() {
	ctx := context.Background()
	url := os.Getenv("IMAGEWELL_URL")
	image, err := os.Open(os.Args[1])
	check(err)

	pages, err := api.NewClientWithResponses(url)
	check(err)
	name := "bridge.jpg"
	params := &api.UploadTemporaryImageParams{XOriginalFilename: &name}
	uploaded, err := pages.UploadTemporaryImageWithBodyWithResponse(
		ctx, os.Getenv("IMAGEWELL_UPLOAD_KEY"), params, "image/jpeg", image)
	check(err)

	withKey := func(_ context.Context, request *http.Request) error {
		request.Header.Set("X-API-Key", os.Getenv("IMAGEWELL_API_KEY"))
		return nil
	}
	server, err := api.NewClientWithResponses(url, api.WithRequestEditorFn(withKey))
	check(err)
	alt := "A bridge"
	metadata := map[string]*string{"alt_text": &alt}
	saved, err := server.SaveTemporaryImageWithResponse(ctx, api.SaveTemporaryImageRequest{
		TemporaryImageUrl: uploaded.JSON200.TemporaryImageUrl,
		Metadata:          &metadata,
	})
	check(err)

	found, err := server.GetImageWithResponse(ctx, api.GetImageRequest{ImageId: saved.JSON200.ImageId})
	check(err)
	var described api.Image = *found.JSON200
	unknown := "img_" + strings.Repeat("a", 26)
	missing, err := server.GetImageWithResponse(ctx, api.GetImageRequest{ImageId: unknown})
	check(err)

	text, err := json.Marshal(printed{
		described.OriginalFilename, described.Width, described.Height, described.Metadata,
		string(missing.ApplicationproblemJSON404.Code),
	})
	check(err)
	fmt.Println(string(text))
}
