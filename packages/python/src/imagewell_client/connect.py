"""Clients with a credential, for the calls in `imagewell_client.api`."""

from .client import AuthenticatedClient


def connect_with_api_key(base_url: str, api_key: str) -> AuthenticatedClient:
    """A client for the calls that an API key opens. Keep the key on your server."""
    return AuthenticatedClient(base_url, token=api_key, prefix="", auth_header_name="X-API-Key")


def connect_with_access_token(base_url: str, access_token: str) -> AuthenticatedClient:
    """A client for the calls of a signed-in user."""
    return AuthenticatedClient(base_url, token=access_token)
